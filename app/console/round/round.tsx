import { PIECE_COUNT } from '#messages';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { UNDO_MS } from '../../../domain/orders/change-order.ts';
import { pieces } from '../../../domain/orders/cart.ts';
import type { How } from '../../../domain/orders/ledger.ts';
import { shortOrderId } from '../../../domain/orders/order.ts';
import { cancelReasonOf, DOOR_REASONS, reasonLabel } from '../../../domain/orders/reasons.ts';
import { formatSlot } from '../../../messages/dates.ts';
import { localAddress } from '../../../messages/contact.ts';
import { formatMeasure, formatMessage, formatNumber, productName } from '../../../messages/format.ts';
import type { RoundOrder } from '../../../server/orders/riders.ts';
import { staffOf } from '../context.ts';
import { PackedTexts } from '../orders/packed-texts.tsx';
import { Frame } from '../../components/field.tsx';
import { HowFields, NumberInput } from '../kit/fields.tsx';
import { Empty } from '../kit/list.tsx';
import { Button, ButtonLink } from '../kit/form.tsx';
import { ASKS } from '../kit/unsaved.ts';
import { formatTk, mapOf, WhatsApp, movedText } from '../kit/values.tsx';
import { say } from '../kit/say.tsx';
import { Screen } from '../kit/screen.tsx';
import { doorAmount } from './door-amount.ts';
import { useKeptRound } from './keep-round.ts';
import { beginSending, done, forget, type Press, press, type Pressed, presses, undo } from '../kit/presses.ts';
import { t, told } from '../../../messages/console/t.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { services, session } = await staffOf(args, 'round');
  const rider = await services.riders.ofUser(session.user.id);
  return rider ? { rider: rider.id, ...(await services.riders.round(rider.id)) } : null;
}

/** What is asked at a door is seen in full, over the bar. */
const show = (element: Element | null): void => element?.scrollIntoView({ block: 'nearest' });

/** What a thumb in the rain hits. */
const BIG = 'min-h-14 min-w-0 flex-1 px-3 text-lg';

export default function Round() {
  const round = useLoaderData<typeof loader>();
  return (
    <Screen title={t('Round')}>
      {round ? (
        <Doors key={round.rider} round={round} />
      ) : (
        <Empty>{t('You are no rider of this shop any more. Ask for a new invitation.')}</Empty>
      )}
    </Screen>
  );
}

function Doors({ round }: { round: NonNullable<Awaited<ReturnType<typeof loader>>> }) {
  const { rider, orders, pocket } = round;

  const { revalidate } = useRevalidator();
  const own = presses.use().filter((one) => one.rider === rider);
  const finished = done.use();
  const waiting = own.filter(({ refused }) => refused === undefined);
  const left = orders.filter(
    ({ id, revision }) =>
      !waiting.some(({ order }) => order === id) &&
      !finished.some(({ order, revision: since = 0 }) => order === id && since >= revision),
  );
  const pressed = [...waiting.toReversed(), ...finished];
  const [latest] = pressed;
  // Of before this page was opened, too.
  const behind = round.done
    .filter(({ order }) => pressed.every((one) => one.order !== order))
    .map(({ at, ...one }) =>
      Object.assign(one, { at: Number(at), key: `${one.order} ${Number(at)}`, rider, revision: 0 }),
    );
  const taken = waiting.reduce((sum, { collected = 0, how = 'cash' }) => sum + (how === 'cash' ? collected : 0), 0);
  const doors = useRef<HTMLDivElement>(null);
  const refresh = useEffectEvent(revalidate);
  useKeptRound();
  useEffect(() => beginSending(rider), [rider]);
  useEffect(() => void refresh(), [finished]);
  return (
    <>
      <p role="status" className="flex flex-wrap justify-between gap-x-4 text-lg">
        <b className="figures">{t('{n} left', { n: left.length })}</b>
        <span>
          {say('Cash in the pocket {amount}', { amount: <b className="figures">{formatTk(pocket + taken)}</b> })}
        </span>
      </p>
      {own.map((one) => (one.refused === undefined ? null : <Refused key={one.key} press={one} />))}
      {own.some(({ isUnstored }) => isUnstored) ? (
        <p role="alert" className="panel border-2 border-ink px-4 py-3 text-lg">
          {t('This phone has no room to keep what you press. Leave this page open until all of it is sent.')}
        </p>
      ) : null}
      {latest ? (
        <ul aria-label={t('Pressed last')} className="panel">
          <Behind key={latest.key} press={latest} />
        </ul>
      ) : null}
      <div ref={doors} className="flex flex-col gap-4">
        {left.map((order) => (
          <DoorCard
            key={order.id}
            order={order}
            onPress={(pressed) => {
              press({ rider, order: order.id, ...pressed });
              // To the next door, which takes its place.
              requestAnimationFrame(() => doors.current?.querySelector('article')?.focus());
            }}
          />
        ))}
      </div>
      {left.length === 0 ? (
        <Empty>{t('Nothing is left to bring. What you are given appears here by itself.')}</Empty>
      ) : null}
      {pressed.length > 1 || behind.length > 0 ? (
        <section aria-labelledby="done" className="flex flex-col gap-3">
          <h2 id="done" className="text-xl">
            {t('Done')}
          </h2>
          <ul className="panel rows">
            {pressed.slice(1).map((one) => (
              <Behind key={one.key} press={one} />
            ))}
            {behind.map((one) => (
              <Behind key={one.key} press={one} wasLate />
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

interface DoorCardProps {
  order: RoundOrder;
  onPress: (pressed: Pressed) => void;
}

/** An order at its door. The second tap, with the amount or the reason, sends it. */
function DoorCard({ order, onPress }: DoorCardProps) {
  const { id, name, phone, chat, lines, total, slot } = order;
  const address = localAddress(order.address).join(', ');
  const [asked, setAsked] = useState<'deliver' | 'return' | null>(null);
  const [fault, setFault] = useState<string>();
  const ask = (change: typeof asked): void => {
    setAsked(change);
    setFault(undefined);
  };
  const back = <Button look="word" label={t('Back')} className={`${BIG} justify-center`} onClick={() => ask(null)} />;
  return (
    <article
      tabIndex={-1}
      aria-label={shortOrderId(id)}
      className="panel flex scroll-mt-40 flex-col gap-3 p-4 text-lg focus:[outline:none]"
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <b className="text-lg sm:text-xl figures">{formatTk(total)}</b>
        <span className="figures">{shortOrderId(id)}</span>
      </p>
      <div>
        <p translate="no" className="font-extrabold break-words">
          {name}
        </p>
        <p className="break-words">{address}</p>
        {slot ? <p className="font-semibold">{formatSlot(slot)}</p> : null}
      </div>
      <div className="flex flex-wrap gap-2">
        <ButtonLink href={`tel:${phone}`} label={t('Call')} className={BIG} />
        <WhatsApp href={chat} className="btn btn-quiet min-h-14 px-3 text-lg" />
        <ButtonLink href={mapOf(address)} target="_blank" rel="noreferrer" label={t('Map')} className={BIG} />
      </div>
      {asked === null ? (
        <div className="flex flex-wrap gap-2">
          <Button label={t('Delivered')} className={`${BIG} basis-32`} onClick={() => setAsked('deliver')} />
          <Button
            look="quiet"
            label={t('Not delivered')}
            className={`${BIG} basis-40`}
            onClick={() => setAsked('return')}
          />
        </div>
      ) : asked === 'deliver' ? (
        <form
          {...ASKS}
          ref={show}
          className="flex flex-col gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            const form = new FormData(event.currentTarget);
            const taken = doorAmount(form.get('collected'), total);
            const how = form.get('how') as How;
            // As it was before there was another kind.
            const moved = how === 'cash' ? {} : { how, reference: String(form.get('reference')) };
            if ('fault' in taken) setFault(taken.fault);
            else onPress({ change: 'deliver', ...taken, ...moved });
          }}
        >
          <Frame label={t('Amount taken, Tk')} error={fault} className="[&>:is(label,p)]:text-lg">
            {(ids) => (
              <NumberInput
                {...ids}
                name="collected"
                defaultValue={total}
                onChange={() => setFault(undefined)}
                className="input min-h-14 text-lg sm:text-xl figures"
              />
            )}
          </Frame>
          <HowFields className="[&>:is(label,p)]:text-lg [&>.input]:min-h-14 [&>.input]:text-lg" />
          <div className="flex gap-2">
            {back}
            <Button label={t('Confirm')} className={BIG} />
          </div>
        </form>
      ) : (
        <fieldset ref={show} className="flex flex-col gap-2">
          <legend className="mb-2 font-semibold">{t('Why was it not delivered?')}</legend>
          {DOOR_REASONS.map((reason) => (
            <Button
              key={reason}
              look="quiet"
              label={told(reasonLabel(reason))}
              className={BIG}
              onClick={() => onPress({ change: 'return', reason })}
            />
          ))}
          {back}
        </fieldset>
      )}
      <details>
        <summary className="flex min-h-14 items-center font-semibold underline underline-offset-4">
          {formatMessage(PIECE_COUNT, { n: pieces(lines) })}
        </summary>
        <ul>
          {lines.map((line) => (
            <li key={line.id} className="flex justify-between gap-3 py-1">
              <span className="min-w-0 break-words">
                {productName(line)}, {formatMeasure(line)} <PackedTexts line={line} />
              </span>
              <b className="figures">× {formatNumber(line.quantity)}</b>
            </li>
          ))}
        </ul>
      </details>
    </article>
  );
}

/** What was pressed at a door that is behind. */
function Behind({ press: pressed, wasLate = false }: { press: Press; wasLate?: boolean }) {
  const { order, change } = pressed;
  const isDone = pressed.revision !== undefined;
  const [isLate, setLate] = useState(wasLate);
  useEffect(() => {
    const timer = isDone ? setTimeout(() => setLate(true), UNDO_MS) : undefined;
    return () => clearTimeout(timer);
  }, [isDone]);
  const isTakenBack = presses.use((all) => all.some((one) => one.change === 'undo' && one.order === order));
  return (
    <li aria-label={shortOrderId(order)} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-lg">
      <p className="mr-auto">
        <b className="figures">{shortOrderId(order)}</b>{' '}
        {change === 'deliver' ? deliveredText(pressed) : change === 'undo' ? t('taken back') : whyOf(pressed)}
        {isDone ? null : <span className="block font-semibold">{t('Waiting for a connection')}</span>}
      </p>
      {change === 'undo' || isTakenBack || (isDone && isLate) ? null : (
        <Button look="quiet" label={t('Undo')} className={`${BIG} max-w-32 basis-28`} onClick={() => undo(pressed)} />
      )}
    </li>
  );
}

function Refused({ press: { key, order, refused, ...pressed } }: { press: Press }) {
  const what = pressed.change === 'deliver' ? deliveredText(pressed) : t('your change');
  return (
    <div role="alert" className="panel flex flex-wrap items-center gap-3 border-2 border-ink px-4 py-3 text-lg">
      <p className="w-full">
        {say('{order}: {what} was not stored. {refused}', {
          order: <b className="figures">{shortOrderId(order)}</b>,
          what,
          refused,
        })}
      </p>
      <Button look="quiet" label={t('I have read it')} className={BIG} onClick={() => forget(key)} />
    </div>
  );
}

function deliveredText({ collected = 0, ...moved }: Pick<Press, 'collected' | 'how' | 'reference'>): string {
  return t('delivered, {amount}', { amount: formatTk(collected) }) + movedText(moved);
}

function whyOf({ reason = '' }: Press): string {
  const known = cancelReasonOf(reason);
  return t('not delivered: {reason}', { reason: known ? told(reasonLabel(known)).toLowerCase() : reason });
}
