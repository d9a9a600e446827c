import { useRef } from 'react';
import { Link, useFetcher } from 'react-router';
import { shortDay } from '../../../base/dates.ts';
import { shortOrderId } from '../../../domain/orders/order.ts';
import { formatAmount } from '../../../domain/orders/pricing.ts';
import { formatPrice } from '../../../messages/format.ts';
import type { Block } from '../../../server/accounts/blocks.ts';
import { EmailText } from '../../components/email-text.tsx';
import { Day } from '../components/age.tsx';
import { Button } from '../components/button.tsx';
import { ConfirmButton } from '../components/confirm-button.tsx';
import { Panel } from '../components/panel.tsx';
import { actorName } from '../log/change-sentence.ts';
import type { Answer } from '../state/answer.ts';
import { Mark } from '../components/mark.tsx';
import type { CustomerRecord } from './read-record.ts';

/** What is known of a customer at the door: orders taken and refused; and blocking. */
export function Record({ record }: { record: CustomerRecord }) {
  const { taken, refused, block, mayBlock, userId, phone, open } = record;
  const fetcher = useFetcher<Answer>();
  const busy = fetcher.state !== 'idle';
  const whom = { userId: userId ?? '', phone };
  return (
    <Panel heading="At the door" mark={block ? <Mark text="blocked" look="bad" /> : null}>
      <p className={refused > 0 ? 'font-semibold text-danger' : ''}>
        Taken {taken} · Refused {refused}
      </p>
      {block ? <BlockText block={block} /> : null}
      {mayBlock && block ? (
        <fetcher.Form method="post" action="/blocks">
          <input type="hidden" name="userId" value={whom.userId} />
          <input type="hidden" name="phone" value={phone} />
          <Button label="Unblock" intent="unblock" look="quiet" disabled={busy} />
        </fetcher.Form>
      ) : null}
      {mayBlock && !block && (userId || phone) ? <BlockButton whom={whom} /> : null}
      {open.length > 0 ? (
        <fetcher.Form method="post" action="/blocks" className="flex flex-col">
          <p className="font-medium">Pending orders of theirs:</p>
          {open.map(({ id, totalCost, placedAt }) => (
            <div key={id} className="flex items-center gap-3">
              <label className="tap gap-2.5">
                <input
                  type="checkbox"
                  name="id"
                  value={id}
                  defaultChecked
                  aria-label={shortOrderId(id)}
                  className="size-5 shrink-0 accent-leaf"
                />
                <Day at={placedAt} />
              </label>
              <Link to={`/orders/${id}`} className="tap text-leaf figures hover:underline">
                {shortOrderId(id)}
              </Link>
              <span className="ml-auto figures">{formatPrice(formatAmount(totalCost))}</span>
            </div>
          ))}
          <Button label="Cancel the orders" intent="cancel" look="danger" disabled={busy} className="mt-2 self-start" />
        </fetcher.Form>
      ) : null}
    </Panel>
  );
}

function BlockText({ block: { reason, until, at, author } }: { block: Block }) {
  return (
    <p>
      Their orders are refused{until ? ` until ${shortDay(until)} ${until.slice(0, 4)}` : ''}:{' '}
      <span className="font-medium wrap-anywhere">{reason}</span>
      <span className="block text-sm text-muted">
        <EmailText email={actorName(author)} />, <Day at={at} />
      </span>
    </p>
  );
}

function BlockButton({ whom }: { whom: { userId: string; phone: string } }) {
  const fetcher = useFetcher<Answer>();
  const reason = useRef<HTMLInputElement>(null);
  const until = useRef<HTMLInputElement>(null);
  const block = (): void => {
    const typed = { reason: reason.current?.value ?? '', until: until.current?.value ?? '' };
    void fetcher.submit({ intent: 'block', ...whom, ...typed }, { method: 'post', action: '/blocks' });
  };
  return (
    <ConfirmButton
      label={whom.userId ? 'Block' : 'Block this phone'}
      confirm="Block"
      className="self-start"
      title="Refuse their orders?"
      disabled={fetcher.state !== 'idle'}
      text={
        <div className="flex flex-col gap-3">
          <p>The shop tells them to call. You can still take an order on the phone.</p>
          <label className="flex flex-col gap-1 text-sm font-medium text-ink">
            Reason
            <input ref={reason} maxLength={200} autoComplete="off" className="input text-base font-normal" />
          </label>
          <label className="flex flex-col gap-1 text-sm font-medium text-ink">
            Until
            <input ref={until} type="date" aria-describedby="until-hint" className="input text-base font-normal" />
            <span id="until-hint" className="font-normal text-muted">
              The last day. Empty: for good.
            </span>
          </label>
        </div>
      }
      onConfirm={block}
    />
  );
}
