import { data, type LoaderFunctionArgs, useFetcher, useLoaderData } from 'react-router';
import { formText } from '../../context.ts';
import { Age, Time } from '../components/age.tsx';
import { Button } from '../components/button.tsx';
import { CheckList } from '../components/check-list.tsx';
import { exactTk, grouped } from '../components/grouped.ts';
import { Panel } from '../components/panel.tsx';
import { staffOf } from '../context.ts';
import { Confirmation } from '../health/confirmation.tsx';
import { Restore } from '../health/restore.tsx';
import { BackupList, BackupSelect } from '../health/stored-backups.tsx';
import { operatorAction, refuse, sayRefusal } from '../operator-action.ts';
import { SettingsScreen } from '../settings/settings-screen.tsx';
import { type Answer, keepForm, useAnswerToast } from '../state/answer.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { services, session } = await staffOf(args, 'health');
  const { backups, checks, nightly, operators } = services;
  const [lines, state, stored, atRisk, place, passkeys] = await Promise.all([
    checks.all(),
    nightly.state(),
    // The line says what is wrong with it.
    nightly.list().catch(() => []),
    nightly.atRisk(),
    backups.place(),
    operators.passkeys(session),
  ]);
  const confirmation = { secondFactor: session.secondFactor, hasPasskey: passkeys.length > 0 };
  return { lines, state, stored, atRisk, place, confirmation, refused: args.url.searchParams.has('refused') };
}

export const action = operatorAction('health', async (args, { by, services }) => {
  const { checks, nightly, operators } = services;
  switch (formText(await args.request.formData(), 'intent')) {
    case 'backup':
      await nightly.want(by);
      return { done: 'A backup is being taken.' };
    case 'mail': {
      const test = await checks.testMail();
      if (test === null) return refuse(args, 429, 'No mail was sent. After ten in an hour wait for the next one.');
      if (test.fault !== null) return refuse(args, 502, `Mails cannot be sent: ${test.fault}`);
      return { done: `A test mail was sent to ${test.to.join(', ')}.` };
    }
    case 'passkey': {
      const asked = await operators.askOwnPasskey(args.request);
      return asked.ok ? data({ passkey: asked.options }, { headers: asked.headers }) : sayRefusal(args, asked);
    }
    default:
      return refuse(args, 400);
  }
});

export const clientAction = keepForm;

export default function Health() {
  const { lines, state, stored, atRisk, place, confirmation, refused } = useLoaderData<typeof loader>();
  const wrong = lines.filter(({ ok }) => !ok).length;
  const fetcher = useFetcher<Answer>();
  useAnswerToast(fetcher);
  const isBusy = fetcher.state !== 'idle';
  return (
    <SettingsScreen title="Health">
      <Panel heading={wrong === 0 ? 'All is well' : `${wrong} of ${lines.length} need you`}>
        <CheckList checks={lines} />
        <fetcher.Form method="post">
          <Button look="quiet" intent="mail" label="Send a test mail" disabled={isBusy} />
        </fetcher.Form>
      </Panel>
      <Panel heading="Backups">
        {atRisk.since ? (
          <p>
            The last proven backup is of <Time at={atRisk.since} /> (<Age at={atRisk.since} />
            ).
          </p>
        ) : (
          <p>No backup is proven yet.</p>
        )}
        <p className="text-muted">
          If the disk died now, you would lose {atRisk.since ? 'what came since then' : 'everything'}:{' '}
          {grouped(atRisk.orders)} {atRisk.orders === 1 ? 'order' : 'orders'} of {exactTk(atRisk.poisha / 100)}.
        </p>
        <BackupList backups={stored} />
        {state ? (
          <fetcher.Form method="post" className="flex flex-wrap items-center gap-3">
            <Button intent="backup" label="Back up now" disabled={isBusy || state.isBusy} />
            <p role="status" className="text-muted">
              {state.isBusy ? 'A backup is being taken, or tried …' : ''}
            </p>
          </fetcher.Form>
        ) : null}
      </Panel>
      <Panel heading="Download a backup">
        <form method="post" action="/operator/health/backup" noValidate className="flex flex-col gap-3">
          <p className="text-muted">
            It has everything, the addresses of your customers and the shop’s secrets too: keep it safe.
          </p>
          {refused ? (
            <p role="alert" className="font-medium text-danger">
              Nothing was downloaded. What you typed was not right or was used before, you tried too often, or the
              backup is gone.
            </p>
          ) : null}
          <BackupSelect backups={stored} first="A fresh one, of now" />
          <Confirmation {...confirmation} />
          <Button look="quiet" label="Download" className="self-start" />
        </form>
      </Panel>
      <Restore place={place} backups={stored} confirmation={confirmation} />
    </SettingsScreen>
  );
}
