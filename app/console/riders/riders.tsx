import { type ReactNode, useId } from 'react';
import { type LoaderFunctionArgs, useFetcher, useLoaderData } from 'react-router';
import { FIELD_LIMITS } from '../../../domain/accounts/contact.ts';
import { OPERATOR_ROLE } from '../../../domain/accounts/account.ts';
import { INVITED_ROLES, isHelper, STAFF, STAFF_ROLES, type StaffRole } from '../../../domain/accounts/roles.ts';
import type { ListedRider } from '../../../server/orders/riders.ts';
import { Field } from '../../components/field.tsx';
import { formText } from '../../context.ts';
import { ActionForm, Button, ConfirmButton } from '../kit/form.tsx';
import { Panel, SettingsScreen } from '../kit/screen.tsx';
import { act, actionOf, servicesFor } from '../context.ts';
import type { Answer } from '../kit/answer.ts';
import { t, told } from '../../../messages/console/t.ts';

type RidersAnswer = Answer & { invited?: { email: string; link: string } };

export async function loader(args: LoaderFunctionArgs) {
  const { riders, operators } = await servicesFor(args, 'riders');
  const [listed, staff] = await Promise.all([riders.listWithLogins(), operators.list()]);
  return { riders: listed, staff: staff.map(({ email, name, role, status }) => ({ email, name, role, status })) };
}

export const action = actionOf({
  add: act('riders.add', { done: ({ name }) => ({ done: t('{name} is added.', { name }) }) }),
  save: act('riders.set', { done: t('Saved.') }),
  remove: act('riders.remove', { done: t('Removed.') }),
  invite: act('operators.invite', { done: ({ email, link }): RidersAnswer => ({ invited: { email, link } }) }),
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
        {INVITED_ROLES.map((role) => (
          <InviteForm key={role} as={role} />
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
      {login === null ? (
        <InviteForm as="rider" rider={id} note={invited} />
      ) : (
        <p>{t('Logs in as {login}.', { login })}</p>
      )}
    </Panel>
  );
}

const FIELDS =
  'flex flex-wrap items-end gap-3 [&>div>div]:min-w-0 [&>div>div]:flex-1 [&>div>div]:basis-32 sm:[&>div>div]:max-w-80';

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

/** As one of the riders, or to a role alone. */
function InviteForm({ as, rider, note = null }: { as: StaffRole; rider?: string; note?: string | null }) {
  const fetcher = useFetcher<RidersAnswer>();
  const id = useId();
  const invited = fetcher.data?.invited;
  const fields = rider === undefined ? { role: as } : { role: as, rider };
  const label = rider === undefined ? told(`Invite ${STAFF_ROLES[as].label.toLowerCase()}`) : t('Invite');
  return (
    <>
      <ActionForm fetcher={fetcher} fields={fields} className={FIELDS}>
        {/* Empty again as soon as somebody is invited. */}
        <Field
          key={invited?.email}
          label={t('E-mail')}
          name="email"
          type="email"
          autoComplete="off"
          required
          maxLength={FIELD_LIMITS.email}
        />
        <Button label={label} intent="invite" look="quiet" waits />
      </ActionForm>
      {invited ? (
        <div role="status">
          <label htmlFor={id}>
            {invited.link
              ? t('{email} is invited. No mail is sent here: give them this link. The link works once, for 24 hours.', {
                  email: invited.email,
                })
              : t('{email} is invited by mail. The link works once, for 24 hours.', { email: invited.email })}
          </label>
          {invited.link ? <input id={id} readOnly value={invited.link} className="input mt-1" /> : null}
        </div>
      ) : note === null ? null : (
        <p className="text-sm text-muted">{t('{note} is invited.', { note })}</p>
      )}
    </>
  );
}

type Listed = ReturnType<typeof useLoaderData<typeof loader>>['staff'][number];

function Person({ email, name, role, status }: Listed) {
  return (
    <li aria-label={email} className="flex min-h-14 flex-wrap items-center gap-x-3 py-1">
      <span className="mr-auto min-w-0">
        <span className="font-semibold break-words">{name || email}</span>
        <span className="block text-sm break-words text-muted">
          {told(STAFF_ROLES[role].label)}
          {status === 'invited' ? t(', invited') : ''}
          {name ? ` · ${email}` : ''}
        </span>
      </span>
      {isHelper(role) ? (
        <ConfirmButton
          label={t('Remove')}
          title={t('Take the console from {name}?', { name: name || email })}
          text={t('They are logged out everywhere, and cannot log in again.')}
          sends={{ intent: 'close', email }}
        />
      ) : null}
    </li>
  );
}
