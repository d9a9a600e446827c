import { type ReactNode, useId } from 'react';
import { type LoaderFunctionArgs, useFetcher, useLoaderData } from 'react-router';
import { FIELD_LIMITS } from '../../../domain/accounts/contact.ts';
import { isHelper, STAFF_ROLES } from '../../../domain/accounts/roles.ts';
import { sentenceOf } from '../../../messages/sentence.ts';
import type { ListedRider } from '../../../server/orders/riders.ts';
import { Field } from '../../components/field.tsx';
import { formText } from '../../context.ts';
import { Button } from '../components/button.tsx';
import { ConfirmButton } from '../components/confirm-button.tsx';
import { Panel } from '../components/panel.tsx';
import { servicesFor } from '../context.ts';
import { operatorAction, refuse, sayRefusal } from '../operator-action.ts';
import { SettingsScreen } from '../settings/settings-screen.tsx';
import { type Answer, keepForm, useAnswerToast } from '../state/answer.ts';

type RidersAnswer = Answer & { invited?: { email: string; link: string } };

export async function loader(args: LoaderFunctionArgs) {
  const { riders, operators } = await servicesFor(args, 'riders');
  const [listed, staff] = await Promise.all([riders.listWithLogins(), operators.list()]);
  return { riders: listed, staff: staff.map(({ email, name, role, status }) => ({ email, name, role, status })) };
}

export const action = operatorAction('riders', async (args, { by, services: { riders, operators } }) => {
  const form = await args.request.formData();
  const [rider, email] = [formText(form, 'rider'), formText(form, 'email')];
  switch (formText(form, 'intent')) {
    case 'save': {
      const saved = await riders.save(Object.fromEntries(form), by, rider || undefined);
      if (!saved.ok) return sayRefusal(args, saved);
      return saved.value ? { done: rider ? 'Saved.' : `${saved.value.name} is added.` } : refuse(args, 404, GONE);
    }
    case 'remove':
      await riders.remove(rider, by);
      return { done: 'Removed.' };
    case 'invite': {
      const known = (await riders.list()).find(({ id }) => id === rider);
      if (rider && !known) return refuse(args, 404, GONE);
      const invited = await operators.invite(email, by, known ? { role: 'rider', rider } : { role: 'packer' });
      if (!invited.ok) return refuse(args, 422, invited.reasons.map(sentenceOf).join(' '));
      return { invited: { email: invited.email, link: invited.link } } satisfies RidersAnswer;
    }
    case 'close': {
      // Owners are let in and out by the command line alone.
      const helper = (await operators.list()).find((one) => one.email === email && isHelper(one.role));
      if (helper) await operators.remove(email, by);
      return { done: `${email} can no longer use the console.` };
    }
    default:
      return refuse(args, 400);
  }
});

const GONE = 'This rider was removed meanwhile.';

export const clientAction = keepForm;

export default function Riders() {
  const { riders, staff } = useLoaderData<typeof loader>();
  return (
    <SettingsScreen title="Riders">
      {riders.map((rider) => (
        <RiderPanel key={rider.id} rider={rider} />
      ))}
      <Panel heading="New rider">
        <RiderForm key={riders.length} label="Add rider" />
      </Panel>
      <Panel heading="Who may use the console">
        <p className="max-w-prose text-sm text-muted">
          A packer sees orders, and says what is available. A rider sees only what they bring. Owners are invited with
          the command line.
        </p>
        <ul className="rows">
          {staff.map((person) => (
            <Person key={person.email} {...person} />
          ))}
        </ul>
        <InviteForm label="Invite packer" />
      </Panel>
    </SettingsScreen>
  );
}

function RiderPanel({ rider }: { rider: ListedRider }) {
  const { id, name, login, invited } = rider;
  const fetcher = useFetcher<RidersAnswer>();
  useAnswerToast(fetcher);
  return (
    <Panel heading={name}>
      <RiderForm rider={rider} label="Save">
        <ConfirmButton
          label="Remove"
          title={`Remove ${name}?`}
          text="The console closes to them at once, and the orders that they have are without a rider again."
          onConfirm={() => void fetcher.submit({ intent: 'remove', rider: id }, { method: 'post' })}
        />
      </RiderForm>
      {login === null ? <InviteForm rider={id} label="Invite" note={invited} /> : <p>Logs in as {login}.</p>}
    </Panel>
  );
}

function RiderForm({ rider, label, children }: { rider?: ListedRider; label: string; children?: ReactNode }) {
  const fetcher = useFetcher<RidersAnswer>();
  useAnswerToast(fetcher);
  return (
    <fetcher.Form method="post" className="flex flex-wrap items-end gap-3">
      <input type="hidden" name="rider" value={rider?.id ?? ''} />
      <Field label="Name" name="name" defaultValue={rider?.name} required maxLength={FIELD_LIMITS.name} />
      <Field label="Phone" name="phone" type="tel" inputMode="tel" defaultValue={rider?.phone} required />
      <Button label={label} intent="save" look={rider ? 'quiet' : 'primary'} disabled={fetcher.state !== 'idle'} />
      {children}
    </fetcher.Form>
  );
}

/** Of a rider, or of a packer. */
function InviteForm({ rider = '', label, note = null }: { rider?: string; label: string; note?: string | null }) {
  const fetcher = useFetcher<RidersAnswer>();
  useAnswerToast(fetcher);
  const id = useId();
  const invited = fetcher.data?.invited;
  return (
    <>
      <fetcher.Form method="post" className="flex flex-wrap items-end gap-3">
        <input type="hidden" name="rider" value={rider} />
        <Field label="E-mail" name="email" type="email" autoComplete="off" required maxLength={FIELD_LIMITS.email} />
        <Button label={label} intent="invite" look="quiet" disabled={fetcher.state !== 'idle'} />
      </fetcher.Form>
      {invited ? (
        <div role="status">
          <label htmlFor={id}>{invited.email} is invited. The link is mailed too. It works once, for 24 hours:</label>
          <input id={id} readOnly value={invited.link} className="input mt-1.5" />
        </div>
      ) : note === null ? null : (
        <p className="text-sm text-muted">{note} is invited.</p>
      )}
    </>
  );
}

type Listed = ReturnType<typeof useLoaderData<typeof loader>>['staff'][number];

function Person({ email, name, role, status }: Listed) {
  const fetcher = useFetcher<RidersAnswer>();
  useAnswerToast(fetcher);
  return (
    <li aria-label={email} className="flex min-h-14 flex-wrap items-center gap-x-3 py-1.5">
      <span className="mr-auto min-w-0">
        <span className="font-medium break-words">{name || email}</span>
        <span className="block text-sm break-words text-muted">
          {STAFF_ROLES[role]}
          {status === 'invited' ? ', invited' : ''}
          {name ? ` · ${email}` : ''}
        </span>
      </span>
      {isHelper(role) ? (
        <ConfirmButton
          label="Remove"
          title={`Take the console from ${name || email}?`}
          text="They are logged out everywhere, and cannot log in again."
          onConfirm={() => void fetcher.submit({ intent: 'close', email }, { method: 'post' })}
        />
      ) : null}
    </li>
  );
}
