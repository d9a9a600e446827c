import { useId, useState } from 'react';
import { Link, useLoaderData } from 'react-router';
import ChevronLeft from 'virtual:icons/chevron-left';
import ChevronRight from 'virtual:icons/chevron-right';
import { CASH_LABELS, CASH_SUMS, type CashRow, type CashSums, RARE_SUMS } from '../../../domain/orders/cash.ts';
import { NO_RIDER } from '../../../domain/orders/order-filters.ts';
import { dayAfter } from '../../../domain/orders/delivery.ts';
import { readPoisha } from '../../../domain/typed/number.ts';
import { formatTime } from '../../../messages/dates.ts';
import { cashOf } from './cash-csv.ts';
import { ButtonLink, ConfirmButton } from '../kit/form.tsx';
import { Empty } from '../kit/list.tsx';
import { formatTk, dateText } from '../kit/values.tsx';
import { LinkFor, Panel, Screen } from '../kit/screen.tsx';
import { actorName } from '../log/change-sentence.ts';
import { act, actionOf } from '../context.ts';
import { NumberField } from '../kit/fields.tsx';
import { unsaved } from '../kit/unsaved.ts';
import { formatNumber } from '../../../messages/format.ts';
import { t, told } from '../../../messages/console/t.ts';

export const loader = cashOf;

export const action = actionOf(act('cash.handover', { done: t('Handed over.') }));

export { keepRow as clientAction, reloadRefused as shouldRevalidate } from '../kit/answer.ts';

export default function Cash() {
  const { day, rows, total } = useLoaderData<typeof loader>();
  return (
    <Screen
      title={t('Cash')}
      actions={
        <>
          <nav aria-label={t('Day')} className="flex items-center">
            <Link to={`?day=${dayAfter(day, -1)}`} aria-label={t('Previous day')} className="tap justify-center">
              <ChevronLeft className="size-5" />
            </Link>
            <span className="font-semibold figures">{dateText(day)}</span>
            <Link to={`?day=${dayAfter(day)}`} aria-label={t('Next day')} className="tap justify-center">
              <ChevronRight className="size-5" />
            </Link>
          </nav>
          <ButtonLink to={`/cash/csv?day=${day}`} download label={t('Export')} />
        </>
      }
    >
      {rows.length === 0 ? (
        <Empty>{t('No money moved on this day.')}</Empty>
      ) : (
        <>
          {rows.map((row) => (
            // What was typed for one handover is not for the next.
            <Rider key={`${day} ${row.rider} ${row.handovers}`} day={day} row={row} />
          ))}
          <Panel heading={t('Total')}>
            <Sums sums={total} />
          </Panel>
        </>
      )}
    </Screen>
  );
}

function Rider({ day, row }: { day: string; row: CashRow }) {
  const { rider, name, toHandOver, handovers, lastHandover } = row;
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const amount = typed ?? (toHandOver > 0 ? String(toHandOver) : '');
  const poisha = readPoisha(amount);
  const orders = new URLSearchParams({ status: 'all', cash: day, rider: rider ?? NO_RIDER });
  const handed = lastHandover && { time: formatTime(lastHandover.at), who: actorName(lastHandover.by) };
  return (
    <article aria-labelledby={id} className="panel flex flex-col gap-3 p-4">
      <div className="flex items-center justify-between gap-3">
        <h2 id={id} className="text-lg break-words">
          {told(name)}
        </h2>
        <LinkFor right="orders" to={`/orders?${orders}`} className="tap font-semibold text-leaf hover:underline">
          {t('Orders')}
        </LinkFor>
      </div>
      <Sums sums={row} />
      {handed ? (
        <p className="text-sm text-muted">
          {handovers === 1
            ? t('Handed over on {time} to {who}.', handed)
            : t('Handed over {n} times, the last time on {time} to {who}.', { n: handovers, ...handed })}
        </p>
      ) : null}
      <div className="flex flex-wrap items-end gap-2" {...unsaved(typed !== null)}>
        <NumberField
          label={t('Amount')}
          unit={t('Tk')}
          frame="w-40"
          value={amount}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <ConfirmButton
          label={t('Handed over')}
          look={toHandOver > 0 ? 'primary' : 'quiet'}
          title={t('{name} hands over {amount}?', {
            name: told(name),
            amount: poisha === null ? `${t('Tk')} ${amount}` : formatTk(poisha / 100),
          })}
          text={t('Orders whose cash nobody has noted become paid with it. A negative amount corrects a mistake.')}
          confirm={t('Yes, handed over')}
          sends={{ day, rider: rider ?? '', handovers: String(handovers), amount }}
        />
      </div>
    </article>
  );
}

/** The rare ones, and that of handing over, only when there is something. */
function Sums({ sums }: { sums: CashSums }) {
  const shown = CASH_SUMS.filter(
    (sum) =>
      !(RARE_SUMS.includes(sum) && sums[sum] === 0) && !(sum === 'handedOverDifference' && sums.handedOver === 0),
  );
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-x-4 gap-y-2 sm:grid-cols-4 lg:grid-cols-7">
      {shown.map((sum) => (
        <div key={sum}>
          <dt className="text-sm text-muted">{told(CASH_LABELS[sum])}</dt>
          <dd className="font-semibold figures">
            {sum === 'orders' ? formatNumber(sums.orders) : formatTk(sums[sum])}
          </dd>
        </div>
      ))}
    </dl>
  );
}
