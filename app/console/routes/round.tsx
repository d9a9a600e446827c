import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { UNDO_MS } from '../../../domain/orders/change-order.ts';
import { shortOrderId } from '../../../domain/orders/order.ts';
import { cancelReasonOf, reasonLabel } from '../../../domain/orders/reasons.ts';
import { staffOf } from '../context.ts';
import { Empty } from '../components/empty.tsx';
import { exactTk } from '../components/grouped.ts';
import { Screen } from '../components/screen.tsx';
import { BIG, DoorCard } from '../round/door-card.tsx';
import { beginRound, done, forget, type Press, press, presses, undo } from '../state/round.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { services, session } = await staffOf(args, 'round');
  const rider = await services.riders.ofUser(session.user.id);
  return rider ? { rider: rider.id, ...(await services.riders.round(rider.id)) } : null;
}

export default function Round() {
  const round = useLoaderData<typeof loader>();
  return round ? <Doors key={round.rider} round={round} /> : <NoRider />;
}

function NoRider() {
  return (
    <Screen title="Round">
      <Empty>You are no rider of this shop any more. Ask for a new invitation.</Empty>
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
      !finished.some(({ press: { order }, revision: since }) => order === id && since >= revision),
  );
  const taken = waiting.reduce((sum, { collected = 0 }) => sum + collected, 0);
  const doors = useRef<HTMLDivElement>(null);
  const refresh = useEffectEvent(revalidate);
  useEffect(() => beginRound(rider), [rider]);
  useEffect(() => void refresh(), [finished]);
  return (
    <Screen title="Round">
      <p role="status" className="flex flex-wrap justify-between gap-x-4 text-lg">
        <b className="figures">{left.length} left</b>
        <span>
          Cash in the pocket <b className="figures">{exactTk(pocket + taken)}</b>
        </span>
      </p>
      {own.map((one) => (one.refused === undefined ? null : <Refused key={one.key} press={one} />))}
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
      {left.length === 0 ? <Empty>Nothing is left to bring. What you are given appears here by itself.</Empty> : null}
      {waiting.length + finished.length > 0 ? (
        <section aria-labelledby="done" className="flex flex-col gap-3">
          <h2 id="done" className="text-xl font-bold">
            Done
          </h2>
          <ul className="panel rows">
            {waiting.toReversed().map((one) => (
              <Behind key={one.key} press={one} />
            ))}
            {finished.map(({ press: one }) => (
              <Behind key={one.key} press={one} isDone />
            ))}
          </ul>
        </section>
      ) : null}
    </Screen>
  );
}

/** What was pressed at a door that is behind. */
function Behind({ press: pressed, isDone = false }: { press: Press; isDone?: boolean }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = isDone ? setTimeout(() => setLate(true), UNDO_MS) : undefined;
    return () => clearTimeout(timer);
  }, [isDone]);
  const { order, change, collected = 0 } = pressed;
  const isTakenBack = presses.use((all) => all.some((one) => one.change === 'undo' && one.order === order));
  return (
    <li aria-label={shortOrderId(order)} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-lg">
      <p className="mr-auto">
        <b className="figures">{shortOrderId(order)}</b>{' '}
        {change === 'deliver' ? `delivered, ${exactTk(collected)}` : change === 'undo' ? 'taken back' : whyOf(pressed)}
        {isDone ? null : <span className="block font-medium">Waiting for a connection</span>}
      </p>
      {change === 'undo' || isTakenBack || (isDone && isLate) ? null : (
        <button type="button" onClick={() => undo(pressed, isDone)} className={`${BIG} btn-quiet max-w-32 basis-28`}>
          Undo
        </button>
      )}
    </li>
  );
}

function Refused({ press: { key, order, refused, ...pressed } }: { press: Press }) {
  const what = pressed.change === 'deliver' ? `delivered, ${exactTk(pressed.collected ?? 0)}` : 'your change';
  return (
    <div role="alert" className="panel flex flex-wrap items-center gap-3 border-2 border-ink px-4 py-3 text-lg">
      <p className="w-full">
        <b className="figures">{shortOrderId(order)}</b>: {what} was not stored. {refused}
      </p>
      <button type="button" onClick={() => forget(key)} className={`${BIG} btn-quiet`}>
        I have read it
      </button>
    </div>
  );
}

function whyOf({ reason = '' }: Press): string {
  const known = cancelReasonOf(reason);
  return `not delivered: ${known ? reasonLabel(known).toLowerCase() : reason}`;
}
