import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { cursorOf } from '../../context.ts';
import { act, actionOf, servicesFor } from '../context.ts';
import { Empty, Pager } from '../kit/list.tsx';
import { Screen } from '../kit/screen.tsx';
import { formatTk, Phone } from '../kit/values.tsx';
import { sinceText } from './phone-dues.tsx';
import { t } from '../../../messages/console/t.ts';

export async function loader(args: LoaderFunctionArgs) {
  return (await servicesFor(args, 'cash')).dues.list({ after: cursorOf(args) });
}

/** The forms of `PhoneDues`, wherever they stand. */
export const action = actionOf({
  settle: act('dues.settle', { done: t('Noted.') }),
  limit: act('dues.limit', { done: t('The limit is set.') }),
});

export { keepRow as clientAction } from '../kit/answer.ts';

export default function Dues() {
  const { dues, next } = useLoaderData<typeof loader>();
  return (
    <Screen title={t('Dues')}>
      {dues.length === 0 ? <Empty>{t('Nobody owes anything: all delivered orders are paid.')}</Empty> : null}
      <ul aria-label={t('Dues')} className="panel rows empty:hidden">
        {dues.map((one) => (
          <li
            key={one.phone}
            aria-label={one.name || one.phone}
            className="relative flex flex-wrap items-center gap-x-4 px-4 py-1 hover:bg-sunken"
          >
            <Link
              to={`/customers/${one.phone}`}
              className="basis-40 grow font-semibold wrap-anywhere after:absolute after:inset-0 hover:underline"
            >
              {one.name || one.phone}
            </Link>
            <b className="figures sm:order-last sm:basis-28 sm:text-right">{formatTk(one.sum)}</b>
            <Phone number={one.phone} chat={one.chat} className="relative max-sm:grow" />
            <span className="text-sm text-muted sm:basis-56">{sinceText(one)}</span>
          </li>
        ))}
      </ul>
      <Pager next={next} />
    </Screen>
  );
}
