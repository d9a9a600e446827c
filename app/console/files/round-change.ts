import { STATUS_NAMES } from '#messages';
import type { ActionFunctionArgs } from 'react-router';
import { problemResponse } from '../../../base/problem.ts';
import { readChange } from '../../../domain/orders/read-change.ts';
import { DOOR_REASONS } from '../../../domain/orders/reasons.ts';
import { sentenceOf } from '../../../messages/sentence.ts';
import { formText } from '../../context.ts';
import { staffOf } from '../context.ts';
import { ROUND_CHANGES } from '../state/round.ts';

const GONE = 'This order is not with you any more.';

/** Takes what a rider has pressed, once for each `key` however often it is sent: `order`, `change`, `collected` or `reason`. */
export async function action(args: ActionFunctionArgs) {
  const { services, session, by } = await staffOf(args, 'round');
  const form = await args.request.formData();
  const [order, name] = [formText(form, 'order'), formText(form, 'change')];
  const known = ROUND_CHANGES.find((one) => one === name);
  const parsed = readChange(name, Object.fromEntries(form));
  if (!parsed.ok) return problemResponse({ status: parsed.status, detail: sentenceOf(parsed.reason) });
  const { asked, key } = parsed.value;
  const isOfDoor = asked.change !== 'return' || DOOR_REASONS.includes(asked.reason);
  if (!known || key === undefined || !isOfDoor)
    return problemResponse({ status: 422, detail: 'This cannot be done on a round.' });
  const rider = await services.riders.ofUser(session.user.id);
  if (!rider) return problemResponse({ status: 409, detail: GONE });
  const options = { key, rider: rider.id };
  const result = await services.orders.admin.change(order, asked, by, options);
  switch (result.kind) {
    case 'changed': {
      // Somebody else has marked it as delivered: what the rider has taken is still to be noted. Where this key did it, nothing happens.
      if (asked.change === 'deliver' && asked.collected && result.repeated)
        await services.orders.admin.change(order, { change: 'collect', amount: asked.collected }, by, options);
      return Response.json({ revision: result.order.revision });
    }
    case 'refused': {
      if (result.code === 'too-late')
        return problemResponse({ status: 409, detail: 'It is too late to take this back. Call the shop.' });
      const detail = result.status === 'pending' ? GONE : `This order is ${STATUS_NAMES[result.status]}.`;
      return problemResponse({ status: 409, detail });
    }
    default:
      return problemResponse({ status: 409, detail: GONE });
  }
}
