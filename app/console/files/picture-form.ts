import type { ActionFunctionArgs } from 'react-router';
import { MAX_PICTURE_BYTES } from '../../../domain/catalogue/picture.ts';
import { refuseForm } from '../../context.ts';
import { sentenceOf } from '../../../messages/sentence.ts';
import { readBytes } from '../../../base/read-bytes.ts';
import type { Answer } from '../state/answer.ts';

export interface PictureAnswer extends Answer {
  errors?: { picture?: string };
}

/** What the fields besides the picture take at most, in bytes. */
const MAX_FIELDS_BYTES = 64 * 1024;

/** Nobody has limited the body before: see server/http/bodies.ts. A form that is too large, or that is none, is the answer to it. */
export async function readPictureForm(args: Pick<ActionFunctionArgs, 'request' | 'context'>) {
  const bytes = await readBytes(args.request, MAX_PICTURE_BYTES + MAX_FIELDS_BYTES);
  if (bytes === null) {
    const errors = { picture: sentenceOf({ code: 'picture-too-large', limit: MAX_PICTURE_BYTES }) };
    return { refusal: refuseForm<PictureAnswer>(args, { status: 413 }, { errors }) };
  }
  const headers = { 'Content-Type': args.request.headers.get('Content-Type') ?? '' };
  try {
    return { form: await new Response(bytes, { headers }).formData() };
  } catch {
    return { refusal: refuseForm<PictureAnswer>(args, { status: 400 }, { error: 'The form cannot be read.' }) };
  }
}
