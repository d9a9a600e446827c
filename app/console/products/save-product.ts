import type { ActionFunctionArgs } from 'react-router';
import { hasRight } from '../../../domain/accounts/roles.ts';
import { isSameValue, type RefusedRow } from '../../../domain/catalogue/catalogue-file.ts';
import { capitalized } from '../../../base/text.ts';
import { asRecord, jsonOf } from '../../../base/record.ts';
import { formText, refuseForm } from '../../context.ts';
import { formatTime } from '../../../messages/dates.ts';
import type { Staff } from '../context.ts';
import { actorName } from '../log/change-sentence.ts';
import type { Answer } from '../state/answer.ts';
import { COLUMN_LABELS, type ProductAnswer, type ProductValues } from '../state/product-values.ts';
import { CATALOGUE_COLUMNS, type CatalogueColumn } from '../../../domain/catalogue/product-columns.ts';

type Args = Pick<ActionFunctionArgs, 'context'>;

interface Saved {
  id: string;
  form: FormData;
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

/** What became of several products: one answer for each. */
export interface SavedProducts extends Answer {
  rows: ProductAnswer[];
}

/** As many as a screen shows, and some that other words have found. */
const MAX_ROWS = 200;

/** Saves the rows of a screen, each as `saveProduct` does: field `rows`, the forms as objects in JSON. One that is refused stops no other. */
export async function saveProducts(args: Args, form: FormData, staff: Staff) {
  const given = recordsOf(formText(form, 'rows'));
  if (!given) return refuseForm<Answer>(args, { status: 400 }, { error: 'The form cannot be read.' });
  const rows: ProductAnswer[] = [];
  for (const record of given) {
    const row = new FormData();
    for (const [name, value] of Object.entries(record)) row.append(name, String(value));
    rows.push(await savedProduct(staff, { id: formText(row, 'id'), form: row }).then(({ answer }) => answer));
  }
  const saved = rows.filter(({ done }) => done !== undefined).length;
  const left = rows.length - saved;
  const answer = left > 0 ? { error: `${saved} saved, ${left} not: see there.` } : { done: `${saved} saved` };
  return { ...answer, rows } satisfies SavedProducts;
}

function recordsOf(text: string): Record<string, unknown>[] | null {
  const list = jsonOf(text);
  const records = Array.isArray(list) ? list.map(asRecord).filter((one) => one !== null) : [];
  return records.length > 0 && records.length <= MAX_ROWS ? records : null;
}

/**
 * Saves what the operator has changed of a product: the values that differ from the form's `base`, which is what the operator had in front
 * of them. When others have changed one of these meanwhile, nothing is saved. `image`: the address of a picture that came along.
 */
export async function saveProduct(args: Args, { staff, ...typed }: Saved & { staff: Staff }) {
  const { status, answer } = await savedProduct(staff, typed);
  return status === 200 ? answer : refuseForm(args, { status }, answer);
}

async function savedProduct(
  staff: Staff,
  { id, form, image }: Saved,
): Promise<{ status: number; answer: ProductAnswer }> {
  const base = baseOf(formText(form, 'base'));
  const refuse = (status: number, answer: ProductAnswer) => ({ status, answer: { id, ...answer } });
  if (base === null) return refuse(400, { error: 'The form cannot be read.' });
  const { services, by, session } = staff;
  const all = hasRight(session.user.role, 'products');
  const columns = CATALOGUE_COLUMNS.filter((column) => base[column] !== undefined && (all || column === 'available'));
  const typed = typedValues(form, columns);
  const wanted = image === undefined ? typed : { ...typed, image };
  const changed = columns.filter((column) => !isSameValue(column, wanted[column], base[column]));
  const only = (values: ProductValues) => Object.fromEntries(changed.map((column) => [column, values[column]]));
  const outcome = await services.catalogue.change(id, only(wanted), { by, base: only(base) });
  switch (outcome.kind) {
    case 'changed':
      return { status: 200, answer: { id, typed, done: 'Saved' } };
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
  const record = asRecord(jsonOf(text));
  const known = CATALOGUE_COLUMNS.filter((column) => column !== 'id' && typeof record?.[column] === 'string');
  return record && Object.fromEntries(known.map((column) => [column, String(record[column])]));
}
