import { useId, useRef } from 'react';
import { useFetcher } from 'react-router';
import type { FailedMail } from '../../../server/mail/failed.ts';
import { EmailText } from '../../components/email-text.tsx';
import type { Answer } from '../state/answer.ts';
import { useKeepFocus } from '../state/keep-focus.ts';
import { useRootData } from '../state/root-data.ts';
import { Button } from '../components/button.tsx';
import { Time } from '../components/age.tsx';
import { Panel } from '../components/panel.tsx';

export function FailedMails({ mails, more }: { mails: readonly FailedMail[]; more: boolean }) {
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
