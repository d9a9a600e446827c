/**
 * What the loaders and actions answered, as plain JSON in the page. The framework's own form of it, a list of values and
 * their places, is longer and hardly shrinks when it is compressed.
 */

interface State {
  loaderData: unknown;
  actionData: unknown;
  errors: unknown;
}

/** The id of the element that holds it. */
export const PAGE_STATE = 'page-state';

/** The element's text. */
export function writeState({ loaderData, actionData, errors }: State): string {
  return JSON.stringify({ loaderData, actionData, errors }, withDates).replaceAll('<', String.raw`\u003c`);
}

/** JSON has no dates. @throws for what the page would not get back. */
function withDates(this: Readonly<Record<string, unknown>>, key: string, value: unknown): unknown {
  if (value instanceof Map || value instanceof Set) throw new TypeError(`${key} is no JSON`);
  const given = this[key];
  return given instanceof Date ? { [DATE]: given.getTime() } : value;
}

/** Empty where it has not come yet. */
export function stateText(): string {
  return document.getElementById(PAGE_STATE)?.textContent ?? '';
}

/** JSON in the form that the framework reads from its stream: an object is the places of its keys and values. */
export function flattened(text: string): string {
  const values: unknown[] = [];
  const place = (value: unknown): number => {
    if (value === null) return NULL;
    const at = values.push(value) - 1;
    if (Array.isArray(value)) values[at] = value.map(place);
    else if (typeof value === 'object' && DATE in value) values[at] = ['D', value[DATE]];
    else if (typeof value === 'object')
      values[at] = Object.fromEntries(Object.entries(value).map(([key, own]) => [`_${place(key)}`, place(own)]));
    return at;
  };
  place(JSON.parse(text));
  return `${JSON.stringify(values)}\n`;
}

const NULL = -5;
const DATE = '$date';
