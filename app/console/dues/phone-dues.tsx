import { useState } from 'react';
import { Link } from 'react-router';
import { shortDay } from '../../../base/dates.ts';
import { shortOrderId } from '../../../domain/orders/order.ts';
import type { PhoneDues as Shown } from '../../../server/orders/dues.ts';
import { Field } from '../../components/field.tsx';
import { share } from '../../components/share.ts';
import { randomKey } from '../../state/random-key.ts';
import { HowFields, NumberField } from '../kit/fields.tsx';
import { ActionForm, Button } from '../kit/form.tsx';
import { Panel } from '../kit/screen.tsx';
import { formatTk, WhatsApp } from '../kit/values.tsx';

/** '2 orders since 21 Nov 2026' */
export function sinceText({ orders, since }: Pick<Shown, 'orders' | 'since'>): string {
  return since === null ? '' : `${orders} ${orders === 1 ? 'order' : 'orders'} since ${dayOf(since)}`;
}

const dayOf = (day: string): string => `${shortDay(day)} ${day.slice(0, 4)}`;
const COLUMN = 'flex flex-col gap-3';

interface PhoneDuesProps {
  dues: Shown & { statement: Record<'en' | 'bn', string> };
}

/** What a phone owes, and what can be done about it; nothing where it owes nothing and has no limit. */
export function PhoneDues({ dues }: PhoneDuesProps) {
  const { phone, sum, limit, unpaid, statement, chat } = dues;
  if (sum === 0 && limit === null) return null;
  const send = (text: string) => void share({ title: 'Statement', text }, 'Copied: paste it into a message.');
  return (
    <Panel heading="Dues" mark={<b className="ml-auto text-lg figures">{formatTk(sum)}</b>}>
      <p className="-mt-3 text-sm text-muted">{[phone, sinceText(dues)].filter(Boolean).join(', ')}</p>
      <ul className="rows">
        {unpaid.map(({ id, day, total, owed }) => (
          <li key={id} className="flex items-center gap-x-3">
            <Link to={`/orders/${id}`} className="tap font-semibold text-leaf figures hover:underline">
              {shortOrderId(id)}
            </Link>
            <span className="min-w-0 text-sm text-muted">{`${dayOf(day)}, of ${formatTk(total)}`}</span>
            <span className="ml-auto font-semibold whitespace-nowrap figures">{formatTk(owed)}</span>
          </li>
        ))}
      </ul>
      {sum > 0 ? <Settle key={sum} phone={phone} sum={sum} /> : null}
      <details>
        <summary className="tap text-leaf">{`Limit${limit === null ? '' : ` ${formatTk(limit)}`}`}</summary>
        <ActionForm key={limit} action="/dues?index" fields={{ phone }} className={COLUMN}>
          <NumberField
            label="Limit"
            unit="Tk"
            name="limit"
            defaultValue={limit ?? ''}
            hint="An order with which this number would owe more waits until somebody has called. Empty: none waits."
          />
          <Button label="Set limit" intent="limit" look="quiet" waits />
        </ActionForm>
      </details>
      {sum > 0 ? (
        <div className="flex flex-wrap gap-2">
          <Button look="quiet" label="Statement" onClick={() => send(statement.en)} />
          <Button look="quiet" label="Statement in Bangla" onClick={() => send(statement.bn)} />
          <WhatsApp href={chat} className="btn btn-quiet" />
        </div>
      ) : null}
    </Panel>
  );
}

/** For one sum. What is pressed again before there is an answer is done once. */
function Settle({ phone, sum }: Pick<Shown, 'phone' | 'sum'>) {
  const [key] = useState(randomKey);
  const form = { action: '/dues?index', className: COLUMN };
  const of = { phone, key, intent: 'settle' };
  return (
    <>
      <ActionForm {...form} fields={{ ...of, change: 'collect' }}>
        <NumberField label="Amount collected" unit="Tk" name="amount" required defaultValue={sum} />
        <HowFields />
        <Button label="Collected" waits />
      </ActionForm>
      <details>
        <summary className="tap text-leaf">Write off</summary>
        <ActionForm {...form} fields={{ ...of, change: 'write-off' }}>
          <NumberField label="Amount to write off" unit="Tk" name="amount" required defaultValue={sum} />
          <Field label="Reason" name="reason" required maxLength={200} autoComplete="off" />
          <Button label="Write off" look="danger" waits />
        </ActionForm>
      </details>
    </>
  );
}
