/** The fields that go along to the other language. Passwords are never stored, and files cannot be. */
export function namedFields(): (HTMLInputElement | HTMLSelectElement)[] {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input[name], select[name]');
  // A password that is shown is a text field.
  return [...fields].filter(({ type, autocomplete }) => !/password|hidden|file/.test(type + autocomplete));
}
