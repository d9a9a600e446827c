import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import type { Right } from '../../../domain/accounts/roles.ts';
import { act, actionOf, servicesFor } from '../context.ts';
import { cursorOf, operationsContext } from '../../context.ts';
import { Options } from '../kit/fields.tsx';
import { say } from '../kit/say.tsx';
import { Empty, FilterForm, Pager } from '../kit/list.tsx';
import { LinkFor, Panel, Screen, useRootData } from '../kit/screen.tsx';
import { EmailText } from '../../components/email-text.tsx';
import { Field, SelectField } from '../../components/field.tsx';
import { Time } from '../kit/values.tsx';
import { actorName, changeSentence, LOG_PARTS, type LoggedChange } from './change-sentence.ts';
import { useId, useRef } from 'react';
import type { FailedMail } from '../../../server/mail/mail.ts';
import type { Operation } from '../../../server/operation.ts';
import { ActionForm, Button, ButtonLink, useKeepFocus } from '../kit/form.tsx';
import { t, told } from '../../../messages/console/t.ts';

const MAILS = 20;

export async function loader(args: LoaderFunctionArgs) {
  const { auditLog, mail } = await servicesFor(args, 'log');
  const [who, what, from, to] = FILTERS.map((name) => args.url.searchParams.get(name));
  const [{ entries, next }, people, failed] = await Promise.all([
    auditLog.list({ who, what, from, to, after: cursorOf(args) }),
    auditLog.people(),
    mail.failed({ limit: MAILS }),
  ]);
  const operations: Readonly<Record<string, Pick<Operation, 'logged'>>> = args.context.get(operationsContext);
  const logged = entries.map((entry) => Object.assign(entry, { logged: operations[entry.action]?.logged }));
  return { entries: logged, next, people, failed };
}

export const action = actionOf({ retry: act('mails.retry', { done: t('It is sent again.') }) });

export { keepRow as clientAction } from '../kit/answer.ts';

export default function Log() {
  const { entries, next, people, failed } = useLoaderData<typeof loader>();
  return (
    <Screen title={t('Log')}>
      <FailedMails mails={failed.mails} more={failed.next !== null} />
      <LogFilters people={people} />
      {entries.length > 0 ? (
        <ul aria-label={t('Changes')} className="panel rows">
          {entries.map((change) => (
            <Change key={change.id} change={change} />
          ))}
        </ul>
      ) : (
        <Empty>{t('Nothing was changed that fits. Choose another person, part or day.')}</Empty>
      )}
      <Pager next={next} />
    </Screen>
  );
}

const FILTERS = ['who', 'what', 'from', 'to'] as const;

/** Which entries: by whom, of what, and on which days. In the address, and without scripts too. */
function LogFilters({ people }: { people: readonly string[] }) {
  const [params] = useSearchParams();
  const field = (name: (typeof FILTERS)[number]) => ({ name, defaultValue: params.get(name) ?? '' });
  return (
    <FilterForm className="grid grid-cols-2 items-end gap-3 md:flex md:[&>div]:flex-1">
      <SelectField label={t('Who')} {...field('who')}>
        <Options none={t('Everybody')} of={people.map((actor) => [actor, actorName(actor)])} />
      </SelectField>
      <SelectField label={t('What')} {...field('what')}>
        <Options none={t('Everything')} of={Object.entries(LOG_PARTS).map(([part, name]) => [part, told(name)])} />
      </SelectField>
      <Field label={t('From')} type="date" {...field('from')} />
      <Field label={t('To')} type="date" {...field('to')} />
      <noscript>
        <Button look="quiet" label={t('Show')} />
      </noscript>
      {FILTERS.some((name) => params.get(name)) ? (
        <ButtonLink to="?" label={t('Show all')} className="col-span-2 justify-self-start" />
      ) : null}
    </FilterForm>
  );
}

function Change({ change }: { change: LoggedChange & { at: Date; actor: string } }) {
  return (
    <li className="grid gap-x-4 gap-y-1 px-4 py-3 lg:grid-cols-[minmax(0,1fr)_14rem_12.5rem] lg:px-4">
      <p className="min-w-0 wrap-anywhere">
        {changeSentence(change).map((part) =>
          typeof part === 'string' ? (
            part
          ) : (
            <LinkFor
              key={part.to}
              // Each room has the name of its right.
              right={part.to.split(/[/?]/)[1] as Right}
              to={part.to}
              className="-my-3 inline-block py-3 font-semibold text-leaf hover:underline"
            >
              {part.text}
            </LinkFor>
          ),
        )}
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
    <Panel
      heading={
        mails.every(({ channel }) => channel === 'mail')
          ? t('Mails that could not be sent')
          : t('Messages that could not be sent')
      }
    >
      <div ref={list} tabIndex={-1} className="-mt-2 focus:[outline:none]">
        {mails.length === 0 ? (
          <p className="text-muted">
            {toFiles
              ? t(
                  'The shop sends no mails yet: it keeps each as a file, until whoever installed it has said how they are sent.',
                )
              : t('None: all mails were sent.')}
          </p>
        ) : null}
        <ul className="rows">
          {mails.map((mail) => (
            <MailRow key={mail.id} mail={mail} />
          ))}
        </ul>
        {more ? <p className="pt-2 text-sm text-muted">{t('There are more. These are the newest.')}</p> : null}
      </div>
    </Panel>
  );
}

function MailRow({ mail: { id, to, subject, lastError, at, givenUp, unknown } }: { mail: FailedMail }) {
  const about = useId();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p id={about}>
          <span className="block font-semibold wrap-anywhere">{subject}</span>{' '}
          <span className="block text-sm wrap-anywhere">{say('to {email}', { email: <EmailText email={to} /> })}</span>
        </p>
        <p className="text-sm wrap-anywhere text-danger">{lastError}</p>
        <p className="text-sm text-muted">
          {say(
            unknown
              ? 'since {time}, perhaps it was sent'
              : givenUp
                ? 'since {time}, given up'
                : 'since {time}, the shop goes on trying',
            { time: <Time at={at} /> },
          )}
        </p>
      </div>
      <ActionForm fields={{ id }}>
        <Button
          look="quiet"
          intent="retry"
          label={unknown ? t('Send again') : t('Try again')}
          aria-describedby={about}
        />
      </ActionForm>
    </li>
  );
}
