import type { ActionFunctionArgs } from 'react-router';
import { refuseForm, servicesOf } from '../../context.ts';
import { sentenceOf } from '../../../messages/sentence.ts';
import type { ProductAnswer } from '../state/product-values.ts';

/** Stores the picture of a form, cut to the shape of the cards; `image` is its address, undefined without a picture. */
export async function storePicture(args: Pick<ActionFunctionArgs, 'context'>, form: FormData) {
  const file = form.get('picture');
  // Without a choice, browsers send an empty file.
  if (!(file instanceof File) || file.size === 0) return {};
  const outcome = await servicesOf(args).images.storeProduct(new Uint8Array(await file.arrayBuffer()), { crop: true });
  if (outcome.kind === 'stored') return { image: outcome.imgUrl };
  const errors = { picture: sentenceOf(outcome.reason) };
  return { refusal: refuseForm<ProductAnswer>(args, outcome, { errors }) };
}
