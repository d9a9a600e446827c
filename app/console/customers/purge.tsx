import { useFetcher } from 'react-router';
import type { AccountDetails } from '../../../server/accounts/admin.ts';
import type { Answer } from '../state/answer.ts';
import { Age, Time } from '../components/age.tsx';
import { ConfirmButton } from '../components/confirm-button.tsx';
import { Panel } from '../components/panel.tsx';

export function Purge({ customer, askedAt }: { customer: AccountDetails; askedAt: Date }) {
  const { name, email, orders, pendingOrders } = customer;
  const fetcher = useFetcher<Answer>();
  return (
    <Panel heading="Deletion">
      <p>
        Asked for on <Time at={askedAt} /> (<Age at={askedAt} />
        ). The customer can still take it back.
      </p>
      <ConfirmButton
        label="Purge"
        className="self-start"
        title={`Purge ${name || email}?`}
        disabled={fetcher.state !== 'idle'}
        text={
          <>
            <p>
              The account goes, with its sessions, its picture and the personal data in its{' '}
              {orders === 1 ? '1 order' : `${orders} orders`}. What was sold stays in the figures. Nobody can bring it
              back.
            </p>
            {pendingOrders > 0 ? (
              <p className="mt-2 font-semibold text-danger">
                {pendingOrders === 1 ? '1 pending order loses' : `${pendingOrders} pending orders lose`} the address.
                Deliver or cancel first.
              </p>
            ) : null}
          </>
        }
        onConfirm={() => void fetcher.submit({ intent: 'purge' }, { method: 'post' })}
      />
    </Panel>
  );
}
