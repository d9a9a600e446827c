import { refuseForm, servicesOf } from '../../context.ts';
import { sentenceOf } from '../../../messages/sentence.ts';
import { type PictureAnswer, readPictureForm } from '../files/picture-form.ts';
import { operatorAction } from '../operator-action.ts';
import { keepForm } from '../state/answer.ts';

/** Takes the `picture` of a form as the shop's logo. A form without one removes it. */
export const action = operatorAction(async (args, by) => {
  const read = await readPictureForm(args);
  if (read.refusal) return read.refusal;
  const { shop } = servicesOf(args);
  const file = read.form.get('picture');
  if (!(file instanceof File)) {
    await shop.change({ logo: '' }, by);
    return { done: 'The logo was removed.' };
  }
  const outcome = await shop.changeLogo(new Uint8Array(await file.arrayBuffer()), by);
  if (outcome.kind === 'stored') return { done: 'The logo was saved.' };
  return refuseForm<PictureAnswer>(args, outcome, { errors: { picture: sentenceOf(outcome.reason) } });
});

export const clientAction = keepForm;
