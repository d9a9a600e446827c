import { PAYMENT_STATUS_NAMES } from '#messages';
import type { ReactNode } from 'react';
import { useFetcher } from 'react-router';
import type { OrderMoney } from '../../../domain/orders/change-order.ts';
import type { Order } from '../../../domain/orders/order.ts';
import { formatPrice } from '../../../messages/format.ts';
import { Field } from '../../components/field.tsx';
import { Button } from '../components/button.tsx';
import { Panel } from '../components/panel.tsx';

/** The cash of a delivered order. Amounts in Tk. */
export function Money({ order: { id, paymentStatus }, money }: { order: Order; money: OrderMoney }) {
  const { collected, 'to collect': toCollect, 'given back': givenBack } = money;
  const sums = { 'To collect': toCollect, Collected: collected, ...(givenBack > 0 && { 'Given back': givenBack }) };
  const due = toCollect - collected;
  const kept = collected - givenBack;
  return (
    <Panel heading="Money" mark={<span className="text-muted">{PAYMENT_STATUS_NAMES[paymentStatus]}</span>}>
      <dl className="grid grid-cols-[1fr_auto] gap-y-1 figures">
        {Object.entries(sums).map(([term, tk]) => (
          <div key={term} className="contents">
            <dt className="text-muted">{term}</dt>
            <dd className="text-right font-semibold">{formatPrice(tk)}</dd>
          </div>
        ))}
      </dl>
      {due > 0 ? (
        <MoneyForm key={`due ${due}`} id={id} intent="collect" label="Amount collected" most={due} button="Collected" />
      ) : null}
      {kept > 0 ? (
        <details>
          <summary className="tap text-leaf">Give back</summary>
          <MoneyForm key={`kept ${kept}`} id={id} intent="give-back" label="Amount given back" button="Give back">
            <Field label="Reason" name="reason" required maxLength={200} autoComplete="off" />
          </MoneyForm>
        </details>
      ) : null}
    </Panel>
  );
}

interface MoneyFormProps {
  id: string;
  intent: 'collect' | 'give-back';
  label: string;
  button: string;
  /** What stands in the field first. */
  most?: number;
  children?: ReactNode;
}

function MoneyForm({ id, intent, label, button, most, children }: MoneyFormProps) {
  const fetcher = useFetcher();
  return (
    <fetcher.Form method="post" className="flex flex-col gap-3">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="intent" value={intent} />
      <Field label={label} name="amount" required inputMode="decimal" autoComplete="off" defaultValue={most} />
      {children}
      <Button label={button} look={most === undefined ? 'quiet' : 'primary'} disabled={fetcher.state !== 'idle'} />
    </fetcher.Form>
  );
}
