/** The fields that go along to the other language. Passwords are never stored, and files cannot be. */
export function namedFields(): (HTMLInputElement | HTMLSelectElement)[] {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input[name], select[name]');
  return [...fields].filter(({ type }) => !/password|hidden|file/.test(type));
}
