import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { type FormEvent, useState } from 'react';
import { Age, Time, formatTk } from '../kit/values.tsx';
import { ActionForm, Button } from '../kit/form.tsx';
import { formatNumber } from '../../../messages/format.ts';
import { say } from '../kit/say.tsx';
import { CheckLists, Panel, Progress, SettingsScreen } from '../kit/screen.tsx';
import { act, actionOf, sayRefusal, servicesFor, staffOf } from '../context.ts';
import { capitalized } from '../../../base/text.ts';
import { restoreRefusal } from '../../../domain/shop/restore.ts';
import { FileField, Options } from '../kit/fields.tsx';
import { refreshesPaused, sendFile } from '../kit/requests.ts';
import { formatTime } from '../../../messages/dates.ts';
import { ErrorText, SelectField } from '../../components/field.tsx';
import { Confirmation, confirmationOf } from '../account/confirmation.tsx';
import { t, told } from '../../../messages/console/t.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { services, session } = await staffOf(args, 'health');
  const { backups, checks, nightly } = services;
  const [lines, state, stored, atRisk, place, confirmation] = await Promise.all([
    checks.all(),
    nightly.state(),
    // The line says what is wrong with it.
    nightly.list().catch(() => []),
    nightly.atRisk(),
    backups.place(),
    confirmationOf(services, session),
  ]);
  return { lines, state, stored, atRisk, place, confirmation, refused: args.url.searchParams.has('refused') };
}

type Loaded = Awaited<ReturnType<typeof loader>>;

export const action = actionOf({
  backup: act('backup.want', { done: t('A backup is being taken.') }),
  mail: act('mails.test', {
    done: ({ to }) => ({ done: t('A test mail was sent to {to}.', { to: to.join(', ') }) }),
  }),
  async passkey(_, args) {
    const { operators } = await servicesFor(args, 'health');
    const asked = await operators.askOwnPasskey(args.request);
    if (!asked.ok) return sayRefusal(args, asked);
    return data({ passkey: asked.value.options }, { headers: asked.value.headers });
  },
});

export { keepRow as clientAction } from '../kit/answer.ts';

const NOT_DOWNLOADED = t(
  'Nothing was downloaded. What you typed was not right or was used before, you tried too often, or the backup is gone.',
);

export default function Health() {
  const { lines, state, stored, atRisk, place, confirmation, refused } = useLoaderData<typeof loader>();
  const wrong = lines.filter(({ ok }) => !ok);
  const lost = {
    orders: t('{n} order|{n} orders', { n: atRisk.orders }),
    amount: formatTk(atRisk.poisha / 100),
  };
  const yours = wrong.filter(({ by }) => by === 'owner').length;
  return (
    <SettingsScreen title={t('Health')}>
      <Panel
        heading={
          wrong.length === 0
            ? t('All is well')
            : t('{yours} for you, {others} for others to mend', { yours, others: wrong.length - yours })
        }
      >
        <CheckLists checks={lines} />
        <ActionForm>
          <Button look="quiet" intent="mail" label={t('Send a test mail')} waits />
        </ActionForm>
      </Panel>
      <Panel heading={t('Backups')}>
        {atRisk.since ? (
          <p>
            {say('The last proven backup is of {time} ({age}).', {
              time: <Time at={atRisk.since} />,
              age: <Age at={atRisk.since} />,
            })}
          </p>
        ) : (
          <p>{t('No backup is proven yet.')}</p>
        )}
        <p className="text-muted">
          {atRisk.since
            ? t('If the disk died now, you would lose what came since then: {orders} of {amount}.', lost)
            : t('If the disk died now, you would lose everything: {orders} of {amount}.', lost)}
        </p>
        <ul className="rows">
          {stored.map(({ name, takenAt, bytes, provenAt, fault }) => (
            <li key={name} className="flex min-h-12 flex-wrap items-center gap-x-3 py-1">
              <span className="mr-auto font-semibold">
                <Time at={takenAt} />
              </span>
              <span className="text-sm text-muted figures">{megabytes(bytes)}</span>
              <span
                className={`text-sm ${fault === null ? 'text-muted' : 'w-full text-danger [overflow-wrap:anywhere]'}`}
              >
                {fault === null ? (provenAt ? t('proven') : t('not tried')) : told(fault)}
                {name.endsWith('.age') ? t(', encrypted') : ''}
              </span>
            </li>
          ))}
        </ul>
        {state ? (
          <ActionForm className="flex flex-wrap items-center gap-3">
            <Button intent="backup" label={t('Back up now')} waits {...(state.isBusy && { disabled: true })} />
            <p role="status" className="text-muted">
              {state.isBusy ? t('A backup is being taken, or tried …') : ''}
            </p>
          </ActionForm>
        ) : null}
      </Panel>
      <Panel heading={t('Download a backup')}>
        <form method="post" action="/operator/health/backup" noValidate className="flex flex-col gap-3">
          <p className="text-muted">
            {t('It has everything, the addresses of your customers and the shop’s secrets too: keep it safe.')}
          </p>
          <ErrorText text={refused ? NOT_DOWNLOADED : null} />
          <BackupSelect stored={stored} first={t('A fresh one, of now')} />
          <Confirmation {...confirmation} />
          <Button look="quiet" label={t('Download')} className="self-start" />
        </form>
      </Panel>
      <Restore place={place} stored={stored} confirmation={confirmation} />
    </SettingsScreen>
  );
}

/** Puts a backup into a shop that has nothing yet. */
function Restore({ place, stored, confirmation }: Pick<Loaded, 'place' | 'stored' | 'confirmation'>) {
  const [sending, setSending] = useState<{ sent: number; total: number } | null>(null);
  const [error, setError] = useState<string | null>(null);
  const refusal = restoreRefusal(place, true);

  const restore = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const chosen = form.get('file');
    const file = chosen instanceof File && chosen.name !== '' ? chosen : null;
    const name = file ? '' : String(form.get('name') ?? '');
    if (!file && name === '') return setError(t('Choose the file of a backup.'));
    form.delete('file');
    const confirmed = new URLSearchParams([...form].map(([field, value]) => [field, String(value)]));
    setError(null);
    const show = (sent: number): void => setSending({ sent, total: file?.size ?? 0 });
    show(0);
    refreshesPaused.set(true);
    const address = `/operator/health/restore?${new URLSearchParams({ name })}`;
    const sent = await sendFile(file ?? new Blob(), address, show, { 'Sodai-Confirmation': confirmed.toString() });
    // The accounts are those of the backup now.
    if (sent.ok) return location.assign('/operator/login?restored=yes');
    refreshesPaused.set(false);
    setSending(null);
    setError(sent.error);
  };

  return (
    <Panel heading={t('Put a backup back')}>
      {refusal === null ? (
        <form noValidate className="flex flex-col gap-3" onSubmit={(event) => void restore(event)}>
          <p className="text-muted">
            {t(
              'On a new machine, this makes this shop the one of the backup. What is here goes, all of it: {accounts} of your accounts, products, pages, and {changes} changes of them. Then log in with an account of the backup.',
              { accounts: place.accounts, changes: place.changes },
            )}
          </p>
          <FileField label={t('Backup file')} name="file" error={error} />
          {stored.length > 0 ? <BackupSelect stored={stored} first={t('the file above')} /> : null}
          <Confirmation {...confirmation} />
          {sending ? (
            <div role="status">
              {sending.sent < sending.total ? (
                <Progress label={t('Sending')} done={sending.sent} total={sending.total} />
              ) : (
                t('Restoring … This takes some seconds, or minutes for a large shop.')
              )}
            </div>
          ) : null}
          <Button look="danger" label={t('Restore')} className="self-start" disabled={sending !== null} />
        </form>
      ) : (
        <p className="text-muted">
          {t('Only a shop without orders and customers takes a backup. {why}.', { why: told(capitalized(refusal)) })}
        </p>
      )}
    </Panel>
  );
}

function megabytes(bytes: number): string {
  return t('{n} MB', { n: formatNumber((bytes / 1e6).toFixed(1)) });
}

/** `first`: what an empty choice is. */
function BackupSelect({ stored, first }: Pick<Loaded, 'stored'> & { first: string }) {
  return (
    <SelectField label={t('Backup')} name="name">
      <Options
        none={first}
        of={stored.map(({ name, takenAt, bytes }) => [name, `${formatTime(takenAt)}, ${megabytes(bytes)}`])}
      />
    </SelectField>
  );
}
