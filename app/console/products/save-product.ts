import type { ActionFunctionArgs } from 'react-router';
import { isSameValue, type RefusedRow } from '../../../domain/catalogue/catalogue-file.ts';
import { capitalized } from '../../../base/text.ts';
import { asRecord } from '../../../base/record.ts';
import { formText, refuseForm, servicesOf } from '../../context.ts';
import { formatTime } from '../../../messages/dates.ts';
import { actorName } from '../log/change-sentence.ts';
import { COLUMN_LABELS, type ProductAnswer, type ProductValues } from '../state/product-values.ts';
import { CATALOGUE_COLUMNS, type CatalogueColumn } from '../../../domain/catalogue/product-columns.ts';

type Args = Pick<ActionFunctionArgs, 'context'>;

interface Saved {
  id: string;
  form: FormData;
  by: string;
  image?: string;
}

/** The columns that a form has, as texts. A box without a tick sends nothing. */
export function typedValues(form: FormData, columns: readonly CatalogueColumn[]): ProductValues {
  return Object.fromEntries(
    columns.map((column) => [
      column,
      column === 'available' ? (form.has('available') ? 'yes' : 'no') : formText(form, column),
    ]),
  );
}

/**
 * Saves what the operator has changed of a product: the values that differ from the form's `base`, which is what the operator had in front
 * of them. When others have changed one of these meanwhile, nothing is saved. `image`: the address of a picture that came along.
 */
export async function saveProduct(args: Args, { id, form, by, image }: Saved) {
  const base = baseOf(formText(form, 'base'));
  const refuse = (status: number, answer: ProductAnswer) => refuseForm(args, { status }, { id, ...answer });
  if (base === null) return refuse(400, { error: 'The form cannot be read.' });
  const columns = CATALOGUE_COLUMNS.filter((column) => base[column] !== undefined);
  const typed = typedValues(form, columns);
  const wanted = image === undefined ? typed : { ...typed, image };
  const changed = columns.filter((column) => !isSameValue(column, wanted[column], base[column]));
  const only = (values: ProductValues) => Object.fromEntries(changed.map((column) => [column, values[column]]));
  const outcome = await servicesOf(args).catalogue.change(id, only(wanted), { by, base: only(base) });
  switch (outcome.kind) {
    case 'changed':
      return { id, typed, done: 'Saved' } satisfies ProductAnswer;
    case 'unknown':
      return refuse(404, { typed, base, error: 'This product does not exist any more.' });
    case 'refused':
      return refuse(422, { typed, base, ...refusalOf(outcome) });
    case 'conflict': {
      const who = outcome.by === null ? 'Somebody' : actorName(outcome.by);
      const time = outcome.at ? `, ${formatTime(outcome.at)}` : '';
      const error = `${who} has changed this product meanwhile${time}. Nothing is saved yet: Save again to keep what you typed.`;
      return refuse(409, { typed, base, conflict: true, error });
    }
  }
}

export function refusalOf({ reasons, byField }: RefusedRow): Pick<ProductAnswer, 'errors' | 'error'> {
  const errors: Partial<Record<CatalogueColumn, string>> = {};
  for (const column of CATALOGUE_COLUMNS) {
    const reason = byField[column];
    if (reason !== undefined) errors[column] = sentence(column, reason);
  }
  return Object.keys(errors).length > 0 ? { errors } : { error: `${capitalized(reasons.join('; '))}.` };
}

function sentence(column: CatalogueColumn, reason: string): string {
  if (column === 'image' && reason.startsWith('image ')) return IMAGE_HINT;
  const named = reason.startsWith(`${column} `) ? COLUMN_LABELS[column] + reason.slice(column.length) : reason;
  return `${capitalized(named)}.`;
}

const IMAGE_HINT = 'Give an address that begins with http, or the one of a picture of the shop. Or choose a picture.';

/** Null when it is no object of texts. */
function baseOf(text: string): ProductValues | null {
  try {
    const record = asRecord(JSON.parse(text));
    const known = CATALOGUE_COLUMNS.filter((column) => column !== 'id' && typeof record?.[column] === 'string');
    return record && Object.fromEntries(known.map((column) => [column, String(record[column])]));
  } catch {
    return null;
  }
}
