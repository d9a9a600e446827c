/**
 * A key that nobody has drawn before, as a UUID. `crypto.randomUUID` is only on secure origins; a shop may be tried over
 * http, where a phone finds it by its number.
 */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/(.{8})(.{4}).(.{3}).(.{3})(.{12})/, '$1-$2-4$3-8$4-$5');
}
