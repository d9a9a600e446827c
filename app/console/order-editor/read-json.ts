import { formText } from '../../context.ts';

/** A field with JSON; undefined when it cannot be read. */
export function readJson(form: FormData, field: string): unknown {
  try {
    return JSON.parse(formText(form, field));
  } catch {
    return undefined;
  }
}
