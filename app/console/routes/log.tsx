import { type LoaderFunctionArgs, useLoaderData, Link, useFetcher } from 'react-router';
import { servicesFor } from '../context.ts';
import { cursorOf, formText } from '../../context.ts';
import { Empty } from '../components/empty.tsx';
import { LogFilters } from '../log/log-filters.tsx';
import { Pager } from '../components/pager.tsx';
import { Screen } from '../components/screen.tsx';
import { operatorAction, refuse } from '../operator-action.ts';
import { keepRow, type Answer } from '../state/answer.ts';
import { EmailText } from '../../components/email-text.tsx';
import { Time } from '../components/age.tsx';
import { actorName, changeSentence, type LoggedChange } from '../log/change-sentence.ts';
import { useId, useRef } from 'react';
import type { FailedMail } from '../../../server/mail/failed.ts';
import { useKeepFocus } from '../state/keep-focus.ts';
import { useRootData } from '../state/root-data.ts';
import { Button } from '../components/button.tsx';
import { Panel } from '../components/panel.tsx';

const MAILS = 20;

export async function loader(args: LoaderFunctionArgs) {
  const { changes, mail } = await servicesFor(args, 'log');
  const filter = (name: string): string | null => args.url.searchParams.get(name);
  const days = { from: filter('from'), to: filter('to') };
  const [{ entries, next }, people, failed] = await Promise.all([
    changes.list({ who: filter('who'), what: filter('what'), ...days, after: cursorOf(args) }),
    changes.people(),
    mail.failed({ limit: MAILS }),
  ]);
  return { entries, next, people, failed };
}

export const action = operatorAction('log', async (args, { by, services }) => {
  const form = await args.request.formData();
  if (formText(form, 'intent') !== 'retry') return refuse(args, 400);
  const found = await services.mail.retry(formText(form, 'mail'), by);
  return { done: found ? 'The mail is tried again.' : 'This mail was sent meanwhile.' };
});

export const clientAction = keepRow;

export default function Log() {
  const { entries, next, people, failed } = useLoaderData<typeof loader>();
  return (
    <Screen title="Log">
      <FailedMails mails={failed.mails} more={failed.next !== null} />
      <LogFilters people={people} />
      {entries.length > 0 ? (
        <ul aria-label="Changes" className="panel rows">
          {entries.map((change) => (
            <Change key={change.id} change={change} />
          ))}
        </ul>
      ) : (
        <Empty>Nothing was changed that fits. Choose another person, part or day.</Empty>
      )}
      <Pager next={next} />
    </Screen>
  );
}

function Change({ change }: { change: LoggedChange & { at: Date; actor: string } }) {
  const { before, thing, after } = changeSentence(change);
  return (
    <li className="grid gap-x-4 gap-y-0.5 px-4 py-3 lg:grid-cols-[minmax(0,1fr)_14rem_12.5rem] lg:px-5">
      <p className="min-w-0 wrap-anywhere">
        {before}
        {thing?.to ? (
          <Link to={thing.to} className="-my-3 inline-block py-3 font-semibold text-leaf hover:underline">
            {thing.text}
          </Link>
        ) : (
          thing?.text
        )}
        {after}
      </p>
      <div className="flex flex-wrap justify-between gap-x-4 text-sm text-muted lg:contents">
        <p className="min-w-0 wrap-anywhere lg:text-base">
          <EmailText email={actorName(change.actor)} />
        </p>
        <p className="lg:text-right lg:text-base">
          <Time at={change.at} />
        </p>
      </div>
    </li>
  );
}

function FailedMails({ mails, more }: { mails: readonly FailedMail[]; more: boolean }) {
  const toFiles = useRootData()?.mailsToFiles;
  const list = useRef<HTMLDivElement>(null);
  useKeepFocus(list, mails.length);
  return (
    <Panel heading="Mails that could not be sent">
      <div ref={list} tabIndex={-1} className="-mt-2 focus:[outline:none]">
        {mails.length === 0 ? (
          <p className="text-muted">
            {toFiles
              ? 'The shop sends no mails: it writes each as a file into DATA_DIR/mail, until SMTP_URL is set.'
              : 'None: all mails were sent.'}
          </p>
        ) : null}
        <ul className="rows">
          {mails.map((mail) => (
            <MailRow key={mail.id} mail={mail} />
          ))}
        </ul>
        {more ? <p className="pt-2 text-sm text-muted">There are more. These are the newest.</p> : null}
      </div>
    </Panel>
  );
}

function MailRow({ mail: { id, to, subject, lastError, at, givenUp } }: { mail: FailedMail }) {
  const fetcher = useFetcher<Answer>();
  const about = useId();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p id={about}>
          <span className="block font-semibold wrap-anywhere">{subject}</span>{' '}
          <span className="block text-sm wrap-anywhere">
            to <EmailText email={to} />
          </span>
        </p>
        <p className="text-sm wrap-anywhere text-danger">{lastError}</p>
        <p className="text-sm text-muted">
          since <Time at={at} />, {givenUp ? 'given up' : 'the shop goes on trying'}
        </p>
      </div>
      <fetcher.Form method="post">
        <input type="hidden" name="mail" value={id} />
        <Button look="quiet" intent="retry" label="Try again" aria-describedby={about} />
      </fetcher.Form>
    </li>
  );
}
