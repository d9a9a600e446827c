/** For the log: which names came, went or changed in these `keys`. `moved`: what stayed has another order. */
export function listChanges<T extends { id: string; name: string }>(
  before: readonly T[],
  after: readonly T[],
  keys: readonly (keyof T)[],
) {
  const old = new Map(before.map((one) => [one.id, one]));
  const now = new Set(after.map(({ id }) => id));
  const stayed = after.filter(({ id }) => old.has(id));
  const changed = stayed.flatMap((one) => {
    const was = old.get(one.id) ?? one;
    const others = keys.filter((key) => one[key] !== was[key]);
    const pick = (from: T) => Object.fromEntries(others.map((key) => [key, from[key]]));
    return others.length > 0 ? [{ name: one.name, before: pick(was), after: pick(one) }] : [];
  });
  return {
    added: after.filter(({ id }) => !old.has(id)).map(({ name }) => name),
    changed,
    removed: before.filter(({ id }) => !now.has(id)).map(({ name }) => name),
    moved: before.filter(({ id }) => now.has(id)).some(({ id }, at) => stayed[at]?.id !== id),
  };
}
