import { ORDER_AGAIN, YOUR_USUAL } from '#messages';
import type { ReactNode } from 'react';
import { Late } from '../late.tsx';
import { CardSkeletons } from '../products/product-card.tsx';

/** What a customer has ordered, for home. Its places have the size of what comes, so that nothing moves then. */
export function OwnOrders({ ordered }: { ordered: 'earlier' | 'open' }) {
  const hasNext = ordered === 'open';
  const skeleton = <Skeleton hasNext={hasNext} />;
  return (
    <div className="mb-4 flex flex-col gap-4 empty:hidden sm:gap-6">
      <Late load={() => import('./latest-orders.tsx')} wanted props={{ hasNext, skeleton }}>
        {skeleton}
      </Late>
    </div>
  );
}

function Skeleton({ hasNext }: { hasNext: boolean }) {
  return (
    <>
      {hasNext ? <div className="panel min-h-16 animate-pulse" /> : null}
      <OwnSection heading={ORDER_AGAIN}>
        <div className="panel min-h-33 animate-pulse" />
      </OwnSection>
      <OwnSection heading={YOUR_USUAL}>
        <CardSkeletons count={3} className="card-row own-row" />
      </OwnSection>
    </>
  );
}

export function OwnSection({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section aria-label={heading} className="flex flex-col gap-2">
      <h2 className="text-lg sm:text-xl">{heading}</h2>
      {children}
    </section>
  );
}
