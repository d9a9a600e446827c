import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { servicesFor } from '../context.ts';
import { cursorOf, formText } from '../../context.ts';
import { Change } from '../log/change.tsx';
import { Empty } from '../components/empty.tsx';
import { FailedMails } from '../log/failed-mails.tsx';
import { LogFilters } from '../log/log-filters.tsx';
import { Pager } from '../components/pager.tsx';
import { Screen } from '../components/screen.tsx';
import { operatorAction, refuse } from '../operator-action.ts';
import { keepRow } from '../state/answer.ts';

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
