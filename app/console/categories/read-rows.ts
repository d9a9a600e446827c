/** The rows of the form, in its order. A box without a tick sends nothing. */
export function readRows(form: FormData): Record<string, unknown>[] {
  const shown = new Set(form.getAll('shown'));
  const [names, banglaNames, aliases, groups] = ['name', 'nameBn', 'aliases', 'group'].map((field) =>
    form.getAll(field),
  );
  return form.getAll('id').map((id, at) => ({
    id,
    name: names?.[at],
    nameBn: banglaNames?.[at],
    aliases: aliases?.[at],
    group: groups?.[at],
    shown: shown.has(String(at)),
  }));
}
