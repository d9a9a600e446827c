import type { ReactNode } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { FIELD_LIMITS } from '../../../domain/accounts/contact.ts';
import { OPERATOR_ROLE } from '../../../domain/accounts/account.ts';
import { INVITED_ROLES, isHelper, STAFF, STAFF_ROLES } from '../../../domain/accounts/roles.ts';
import type { ListedRider } from '../../../server/orders/riders.ts';
import { Field } from '../../components/field.tsx';
import { formText } from '../../context.ts';
import { confirmationOf } from '../account/confirmation.tsx';
import { ActionForm, Button, ConfirmButton } from '../kit/form.tsx';
import { Panel, SettingsScreen } from '../kit/screen.tsx';
import { act, actionOf, staffOf } from '../context.ts';
import { FIELDS, Invite, type LetInAnswer, type Listed, Person } from './let-in.tsx';
import { t, told } from '../../../messages/console/t.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { services, session } = await staffOf(args, 'riders');
  const { riders, operators } = services;
  const [listed, all, confirmation] = await Promise.all([
    riders.listWithLogins(),
    operators.list(),
    confirmationOf(services, session),
  ]);
  const staff: Listed[] = all.map(({ since: _since, lastUsedAt: _used, ...person }) => person);
  return { riders: listed, staff, confirmation };
}

const given = ({ expiresAt: _, ...shown }: NonNullable<LetInAnswer['given']> & { expiresAt: Date }): LetInAnswer => ({
  given: shown,
});

export const action = actionOf({
  add: act('riders.add', { done: ({ name }) => ({ done: t('{name} is added.', { name }) }) }),
  save: act('riders.set', { done: t('Saved.') }),
  remove: act('riders.remove', { done: t('Removed.') }),
  invite: act('operators.invite', { done: given }),
  'let-in': act('operators.invite', { done: given, confirms: true }),
  link: act('operators.link', { done: given, confirms: true }),
  factor: act('operators.factor-remove', { done: t('The second factor is removed.'), confirms: true }),
  close: (form, args) =>
    act('operators.remove', { done: t('{email} can no longer use the console.', { email: formText(form, 'email') }) })(
      form,
      args,
    ),
});

export { keepRow as clientAction } from '../kit/answer.ts';

/** Owners last. */
const TOLD = [...STAFF.filter(isHelper), OPERATOR_ROLE].map((role) => told(STAFF_ROLES[role].told)).join(' ');

export default function Riders() {
  const { riders, staff } = useLoaderData<typeof loader>();
  return (
    <SettingsScreen title={t('Riders')}>
      {riders.map((rider) => (
        <RiderPanel key={rider.id} rider={rider} />
      ))}
      <Panel heading={t('New rider')}>
        <RiderForm label={t('Add rider')} />
      </Panel>
      <Panel heading={t('Who may use the console')}>
        <p className="max-w-prose text-sm text-muted">{TOLD}</p>
        <ul className="rows">
          {staff.map((person) => (
            <Person key={person.email} {...person} />
          ))}
        </ul>
        {[...INVITED_ROLES, OPERATOR_ROLE].map((role) => (
          <Invite key={role} as={role} />
        ))}
      </Panel>
    </SettingsScreen>
  );
}

function RiderPanel({ rider }: { rider: ListedRider }) {
  const { id, name, login, invited } = rider;
  return (
    <Panel heading={name}>
      <RiderForm rider={rider} label={t('Save')}>
        <ConfirmButton
          label={t('Remove')}
          title={t('Remove {name}?', { name })}
          text={t('The console closes to them at once, and the orders that they have are without a rider again.')}
          sends={{ intent: 'remove', id }}
        />
      </RiderForm>
      {login === null ? <Invite as="rider" rider={rider} /> : <p>{t('Logs in as {login}.', { login })}</p>}
      {invited === null ? null : <p className="text-sm text-muted">{t('{invited} is invited.', { invited })}</p>}
    </Panel>
  );
}

function RiderForm({ rider, label, children }: { rider?: ListedRider; label: string; children?: ReactNode }) {
  return (
    <ActionForm fields={rider && { id: rider.id }} className={FIELDS}>
      <Field label={t('Name')} name="name" defaultValue={rider?.name} required maxLength={FIELD_LIMITS.name} />
      <Field label={t('Phone')} name="phone" type="tel" inputMode="tel" defaultValue={rider?.phone} required />
      <Button label={label} intent={rider ? 'save' : 'add'} look={rider ? 'quiet' : 'primary'} waits />
      {children}
    </ActionForm>
  );
}
