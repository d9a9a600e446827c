/** Whether it is JPEG, PNG, WebP, AVIF or GIF. Other files (SVG, PDF, HTML, HEIC …) never reach a decoder. */
export function isPicture(bytes: Uint8Array): boolean {
  const text = (from: number, to: number): string => Buffer.from(bytes.subarray(from, to)).toString('latin1');
  if (/^(?:\xFF\xD8\xFF|RIFF.{4}WEBP|GIF8[79]a)/s.test(text(0, 12)) || text(0, 8) === '\x89PNG\r\n\x1A\n') return true;
  // An ISO media file lists its brands, four letters each: the major brand, a version, then the compatible brands.
  if (text(4, 8) !== 'ftyp') return false;
  const end = Math.min(Buffer.from(bytes.subarray(0, 4)).readUInt32BE(), 128);
  const brands = text(8, end).match(/.{4}/gs) ?? [];
  return brands.some((brand, at) => at !== 1 && /^avi[fs]$/.test(brand));
}
