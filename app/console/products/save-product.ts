/** What the forms of products send, on its way to the operations. */
import { type ActionFunctionArgs, redirect } from 'react-router';
import { asRecord, jsonOf, textFields } from '../../../base/record.ts';
import { capitalized } from '../../../base/text.ts';
import { isSameValue } from '../../../domain/catalogue/catalogue-file.ts';
import { MAX_PICTURE_BYTES } from '../../../domain/catalogue/picture.ts';
import { isFarPrice } from '../../../domain/catalogue/import-dangers.ts';
import { idOfName } from '../../../domain/catalogue/product-id.ts';
import { CATALOGUE_COLUMNS, type CatalogueColumn, isYesNo } from '../../../domain/catalogue/product-columns.ts';
import { done, type Outcome, type Refused, refused } from '../../../domain/outcome.ts';
import { readNumber } from '../../../domain/typed/number.ts';
import { formatTime } from '../../../messages/dates.ts';
import { formText, refuseForm } from '../../context.ts';
import { answerTo, perform, refuse, servicesFor } from '../context.ts';
import type { Answer, Fault } from '../kit/answer.ts';
import type { DraftAnswer } from '../kit/fields.tsx';
import { storedWords } from '../kit/other-words.ts';
import { formatTk } from '../kit/values.tsx';
import { actorName } from '../log/change-sentence.ts';
import { MOST_AT_ONCE } from './kept-drafts.ts';
import { COLUMN_LABELS, type ProductValues, valuesOf } from './product-field.tsx';
import { t } from '../../../messages/console/t.ts';

/** What the fields besides the picture take at most, in bytes. */
const MAX_FIELDS_BYTES = 64 * 1024;

/** Of a form with a picture: how large it may be, and what is said of a larger one. */
export const LARGEST_FORM = [
  MAX_PICTURE_BYTES + MAX_FIELDS_BYTES,
  ofPicture(refused(413, { code: 'picture-too-large', limit: MAX_PICTURE_BYTES })),
] as const;

function ofPicture(refusal: Refused): Refused {
  return { ...refusal, fields: [{ field: 'picture', reason: refusal.reason }] };
}

/** Stores the picture of a form, cut to the shape of the cards: its address is the `image`, if there is one. */
export async function storePicture(form: FormData, args: ActionFunctionArgs): Promise<Outcome<ProductValues>> {
  const { images } = await servicesFor(args, 'products');
  const file = form.get('picture');
  // Without a choice, browsers send an empty file.
  if (!(file instanceof File) || file.size === 0) return done({});
  const stored = await images.storeProduct(new Uint8Array(await file.arrayBuffer()), { crop: true });
  return stored.ok ? done({ image: stored.value.imgUrl }) : ofPicture(stored);
}

/** What a form has sent, by the names of its fields. */
type Sent = Readonly<Record<string, unknown>>;

/** The values of columns, as texts. A box without a tick sends nothing. */
function typedValues(sent: Sent, columns: readonly CatalogueColumn[]): ProductValues {
  const boxes = columns.filter(isYesNo).map((column) => [column, column in sent ? 'yes' : 'no']);
  return textFields({ ...sent, ...Object.fromEntries(boxes) }, columns);
}

function toStore<Values extends Readonly<Record<string, unknown>>>(values: Values): Values {
  return typeof values.aliases === 'string' ? { ...values, aliases: storedWords(values.aliases) } : values;
}

export async function addProduct(args: ActionFunctionArgs, form: FormData, picture: ProductValues) {
  const typed = typedValues(Object.fromEntries(form), CATALOGUE_COLUMNS);
  // What the form proposes by the name stays the shop's to choose: another product may have it.
  const id = typed.id === idOfName(typed.name ?? '') ? '' : typed.id;
  const values = toStore({ ...typed, id, ...picture });
  const added = await perform(args, 'products.add', { ...values, idempotencyKey: formText(form, 'key') || undefined });
  if (!added.ok) return refuseForm(args, added, { ...productRefusal(added), typed });
  throw redirect(`/products/${added.value.id}?saved`);
}

/**
 * Saves what the operator has changed of a product: the values that differ from the form's `base`, which is what they
 * had in front of them. When others have changed one of these meanwhile, nothing is saved.
 */
export async function saveProduct(args: ActionFunctionArgs, id: string, form: FormData, picture?: ProductValues) {
  const { status, answer } = await savedProduct(args, id, Object.fromEntries(form), picture);
  return status === 200 ? answer : refuseForm(args, { status }, answer);
}

async function savedProduct(args: ActionFunctionArgs, id: string, sent: Sent, picture?: ProductValues) {
  const base = asRecord(jsonOf(String(sent.base))) ?? {};
  const columns = CATALOGUE_COLUMNS.filter(
    (column) => column !== 'id' && typeof base[column] === 'string' && (column in sent || isYesNo(column)),
  );
  const typed = typedValues(sent, columns);
  const wanted: ProductValues = { ...typed, ...picture };
  const changed = columns.filter((column) => !isSameValue(column, wanted[column], base[column]));
  const only = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(changed.map((column) => [column, values[column]]));
  const answer: DraftAnswer = { typed: { ...typed, id }, base: base as ProductValues };
  if (changed.includes('price') && isFarPrice(base.price, typed.price) && sent.sure !== typed.price) {
    await servicesFor(args, 'products');
    const [before = '', after = ''] = [base.price, typed.price].map((price) =>
      formatTk(Number(readNumber(price, 'Tk'))),
    );
    const message = t('{before} becomes {after}? Save again if that is right.', { before, after });
    const asked = { error: message, faults: [{ field: 'price', message }], sure: typed.price };
    return { status: 422, answer: { ...answer, ...asked } };
  }
  const outcome = await perform(args, 'products.set', { ...toStore(only(wanted)), id, base: toStore(only(base)) });
  if (outcome.ok) return { status: 200, answer: { ...answer, done: t('Saved') } };
  const refusal = { ...answer, ...productRefusal(outcome), sure: typed.price };
  if (!refusal.conflict) return { status: outcome.status, answer: refusal };
  const row = await (await servicesFor(args, 'availability')).catalogue.row(id);
  return { status: outcome.status, answer: { ...refusal, ...(row && { stored: valuesOf(row, changed) }) } };
}

/** Saves several rows that were changed. `rows` has their forms, as JSON. One that is refused stops no other. */
export async function saveProducts(args: ActionFunctionArgs, form: FormData) {
  const list = jsonOf(formText(form, 'rows'));
  const records = Array.isArray(list) ? list.map(asRecord).filter((one) => one !== null) : [];
  if (records.length === 0 || records.length > MOST_AT_ONCE) return refuse(args, 400, t('The form cannot be read.'));
  const rows: DraftAnswer[] = [];
  for (const sent of records) rows.push((await savedProduct(args, String(sent.id), sent)).answer);
  const saved = rows.filter((answer) => answer.done !== undefined).length;
  const left = rows.length - saved;
  const answer =
    left > 0
      ? { error: t('{saved} saved, {left} not: see there.', { saved, left }) }
      : { done: t('{saved} saved', { saved }) };
  return { ...answer, rows } satisfies DraftAnswer;
}

/** A refusal that says who has changed a product meanwhile, and names columns by their labels. */
function productRefusal(refusal: Refused): Answer {
  const answer = answerTo(refusal);
  if (answer.conflict) {
    const { by, at } = refusal.now ?? {};
    const who = typeof by === 'string' ? actorName(by) : t('Somebody');
    const time = at instanceof Date ? `, ${formatTime(at)}` : '';
    const error = t(
      '{who} has changed this product meanwhile{time}. Nothing is saved yet: Save again to keep what you typed.',
      { who, time },
    );
    return { ...answer, error };
  }
  return { ...answer, ...(answer.faults && { faults: answer.faults.map(labelled) }) };
}

function labelled(fault: Fault): Fault {
  const { field, message } = fault;
  if (field === 'image' && message.startsWith('image ')) return { ...fault, message: IMAGE_HINT };
  const label = COLUMN_LABELS[field as CatalogueColumn] ?? field;
  const named = message.startsWith(`${field} `) ? label + message.slice(field.length) : message;
  return { ...fault, message: `${capitalized(named).replace(/\.$/, '')}.` };
}

const IMAGE_HINT = t('Give an address that begins with http, or choose a picture.');
