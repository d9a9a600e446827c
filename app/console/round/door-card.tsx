import { useState } from 'react';
import { DOOR_REASONS, reasonLabel } from '../../../domain/orders/reasons.ts';
import { shortOrderId } from '../../../domain/orders/order.ts';
import { pieces } from '../../../domain/orders/quantity.ts';
import { formatMeasure } from '../../../messages/format.ts';
import type { RoundOrder } from '../../../server/orders/riders.ts';
import { exactTk } from '../components/grouped.ts';
import type { Press } from '../state/round.ts';

/** What a thumb in the rain hits. */
export const BIG = 'btn min-h-14 min-w-0 flex-1 px-3 text-lg';

const MAP = 'https://www.google.com/maps/search/?api=1&query=';

interface DoorCardProps {
  order: RoundOrder;
  onPress: (pressed: Pick<Press, 'change' | 'collected' | 'reason'>) => void;
}

/** An order at its door. The second tap, with the amount or the reason, sends it. */
export function DoorCard({ order, onPress }: DoorCardProps) {
  const { id, name, phone, address, lines, total } = order;
  const [asked, setAsked] = useState<'deliver' | 'return' | null>(null);
  return (
    <article
      tabIndex={-1}
      aria-label={shortOrderId(id)}
      className="panel flex flex-col gap-3 p-4 text-lg focus:[outline:none]"
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <b className="text-3xl figures">{exactTk(total)}</b>
        <span className="figures">{shortOrderId(id)}</span>
      </p>
      <div>
        <p className="font-bold break-words">{name}</p>
        <p className="break-words">{address}</p>
      </div>
      <div className="flex gap-2">
        <a href={`tel:${phone}`} className={`${BIG} btn-quiet`}>
          Call
        </a>
        <a href={MAP + encodeURIComponent(address)} target="_blank" rel="noreferrer" className={`${BIG} btn-quiet`}>
          Map
        </a>
      </div>
      <details>
        <summary className="flex min-h-14 items-center font-medium underline underline-offset-4">
          {pieces(lines)} pieces
        </summary>
        <ul>
          {lines.map((line) => (
            <li key={line.id} className="flex justify-between gap-3 py-1">
              <span className="min-w-0 break-words">
                {line.name}, {formatMeasure(line)}
              </span>
              <b className="figures">× {line.quantity}</b>
            </li>
          ))}
        </ul>
      </details>
      {asked === null ? (
        <div className="flex flex-wrap gap-2">
          <button type="button" onClick={() => setAsked('deliver')} className={`${BIG} btn-primary basis-32`}>
            Delivered
          </button>
          <button type="button" onClick={() => setAsked('return')} className={`${BIG} btn-quiet basis-40`}>
            Not delivered
          </button>
        </div>
      ) : asked === 'deliver' ? (
        <form
          className="flex flex-col gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            const collected = Number(new FormData(event.currentTarget).get('collected'));
            onPress({ change: 'deliver', collected });
          }}
        >
          <label htmlFor={`taken-${id}`} className="font-medium">
            Amount taken, Tk
          </label>
          <input
            id={`taken-${id}`}
            name="collected"
            type="number"
            inputMode="decimal"
            required
            min={0}
            max={10_000_000}
            step={0.01}
            defaultValue={total}
            className="input min-h-14 text-2xl figures"
          />
          <div className="flex gap-2">
            <button type="button" onClick={() => setAsked(null)} className={`${BIG} btn-quiet`}>
              Back
            </button>
            <button type="submit" className={`${BIG} btn-primary`}>
              Confirm
            </button>
          </div>
        </form>
      ) : (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-2 font-medium">Why was it not delivered?</legend>
          {DOOR_REASONS.map((reason) => (
            <button
              key={reason}
              type="button"
              onClick={() => onPress({ change: 'return', reason })}
              className={`${BIG} btn-primary`}
            >
              {reasonLabel(reason)}
            </button>
          ))}
          <button type="button" onClick={() => setAsked(null)} className={`${BIG} btn-quiet`}>
            Back
          </button>
        </fieldset>
      )}
    </article>
  );
}
