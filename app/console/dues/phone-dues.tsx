import { useState } from 'react';
import { Link } from 'react-router';
import { shortOrderId } from '../../../domain/orders/order.ts';
import type { PhoneDues as Shown } from '../../../server/orders/dues.ts';
import { Field } from '../../components/field.tsx';
import { share } from '../../components/share.ts';
import { randomKey } from '../../state/random-key.ts';
import { HowFields, NumberField } from '../kit/fields.tsx';
import { ActionForm, Button } from '../kit/form.tsx';
import { Panel } from '../kit/screen.tsx';
import { formatTk, WhatsApp, dateText } from '../kit/values.tsx';
import { t } from '../../../messages/console/t.ts';

/** '2 orders since 21 Nov 2026' */
export function sinceText({ orders, since }: Pick<Shown, 'orders' | 'since'>): string {
  return since === null ? '' : t('{n} order since {day}|{n} orders since {day}', { n: orders, day: dateText(since) });
}

const COLUMN = 'flex flex-col gap-3';

interface PhoneDuesProps {
  dues: Shown & { statement: Record<'en' | 'bn', string> };
}

/** What a phone owes, and what can be done about it; nothing where it owes nothing and has no limit. */
export function PhoneDues({ dues }: PhoneDuesProps) {
  const { phone, sum, limit, unpaid, statement, chat } = dues;
  if (sum === 0 && limit === null) return null;
  const send = (text: string) => void share({ title: t('Statement'), text }, t('Copied: paste it into a message.'));
  return (
    <Panel heading={t('Dues')} mark={<b className="ml-auto text-lg figures">{formatTk(sum)}</b>}>
      <p className="-mt-3 text-sm text-muted">{[phone, sinceText(dues)].filter(Boolean).join(', ')}</p>
      <ul className="rows">
        {unpaid.map(({ id, day, total, owed }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3">
            <Link to={`/orders/${id}`} className="tap font-semibold text-leaf figures hover:underline">
              {shortOrderId(id)}
            </Link>
            <span className="flex-1 basis-32 text-sm text-muted">
              {t('{day}, of {amount}', { day: dateText(day), amount: formatTk(total) })}
            </span>
            <span className="ml-auto font-semibold whitespace-nowrap figures">{formatTk(owed)}</span>
          </li>
        ))}
      </ul>
      {sum > 0 ? <Settle key={sum} phone={phone} sum={sum} /> : null}
      <details>
        <summary className="tap text-leaf">{`${t('Limit')}${limit === null ? '' : ` ${formatTk(limit)}`}`}</summary>
        <ActionForm key={limit} action="/dues?index" fields={{ phone }} className={COLUMN}>
          <NumberField
            label={t('Limit')}
            unit={t('Tk')}
            name="limit"
            defaultValue={limit ?? ''}
            hint={t(
              'An order with which this number would owe more waits until somebody has called. Empty: none waits.',
            )}
          />
          <Button label={t('Set limit')} intent="limit" look="quiet" waits />
        </ActionForm>
      </details>
      {sum > 0 ? (
        <div className="flex flex-wrap gap-2">
          <Button look="quiet" label={t('Statement')} onClick={() => send(statement.en)} />
          <Button look="quiet" label={t('Statement in Bangla')} onClick={() => send(statement.bn)} />
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
        <NumberField label={t('Amount collected')} unit={t('Tk')} name="amount" required defaultValue={sum} />
        <HowFields />
        <Button label={t('Collected')} waits />
      </ActionForm>
      <details>
        <summary className="tap text-leaf">{t('Write off')}</summary>
        <ActionForm {...form} fields={{ ...of, change: 'write-off' }}>
          <NumberField label={t('Amount to write off')} unit={t('Tk')} name="amount" required defaultValue={sum} />
          <Field label={t('Reason')} name="reason" required maxLength={200} autoComplete="off" />
          <Button label={t('Write off')} look="danger" waits />
        </ActionForm>
      </details>
    </>
  );
}
