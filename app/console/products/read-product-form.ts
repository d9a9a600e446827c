import type { Services } from '../../../server/services.ts';
import type { ActionFunctionArgs } from 'react-router';
import { MAX_PICTURE_BYTES } from '../../../domain/catalogue/picture.ts';
import { refuseForm } from '../../context.ts';
import { sentenceOf } from '../../../messages/sentence.ts';
import { readForm } from '../files/read-form.ts';
import type { ProductAnswer } from '../state/product-values.ts';

/** What the fields besides the picture take at most, in bytes. */
const MAX_FIELDS_BYTES = 64 * 1024;

/** A form that is too large, or that is none, is the answer to it. */
export async function readProductForm(args: Pick<ActionFunctionArgs, 'request' | 'context'>) {
  const form = await readForm(args.request, MAX_PICTURE_BYTES + MAX_FIELDS_BYTES);
  if (form === 'too-large') {
    const errors = { picture: sentenceOf({ code: 'picture-too-large', limit: MAX_PICTURE_BYTES }) };
    return { refusal: refuseForm<ProductAnswer>(args, { status: 413 }, { errors }) };
  }
  return form === 'unreadable'
    ? { refusal: refuseForm<ProductAnswer>(args, { status: 400 }, { error: 'The form cannot be read.' }) }
    : { form };
}

/** Stores the picture of a form, cut to the shape of the cards; `image` is its address, undefined without a picture. */
export async function storePicture(args: Pick<ActionFunctionArgs, 'context'>, form: FormData, { images }: Services) {
  const file = form.get('picture');
  // Without a choice, browsers send an empty file.
  if (!(file instanceof File) || file.size === 0) return {};
  const outcome = await images.storeProduct(new Uint8Array(await file.arrayBuffer()), { crop: true });
  if (outcome.kind === 'stored') return { image: outcome.imgUrl };
  const errors = { picture: sentenceOf(outcome.reason) };
  return { refusal: refuseForm<ProductAnswer>(args, outcome, { errors }) };
}
