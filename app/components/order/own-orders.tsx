import { ORDER_AGAIN, YOUR_USUAL } from '#messages';
import { type ReactNode, useMemo } from 'react';
import { InlineScript } from '../../document/head.tsx';
import keepPlaces from '../../document/keep-places.ts?inline-script';
import { ownOrders } from '../../state/order/checkout.ts';
import { useHydrated } from '../../state/page-start.ts';
import { Late } from '../late.tsx';
import { CardSkeletons } from '../products/product-card.tsx';

/**
 * Home's places for what a customer has ordered. They have the size of what comes, and are there only for whom they were
 * filled at the last visit: so nothing moves when the orders come after the page, which is the same for everybody.
 */
export function OwnOrders() {
  const hydrated = useHydrated();
  const kept = useMemo(() => (hydrated ? ownOrders.get() : undefined), [hydrated]);
  const skeleton = kept === null ? null : <Skeleton next={kept !== false} />;
  return (
    <div data-kept={kept ?? undefined} suppressHydrationWarning className="group contents not-data-kept:hidden">
      <InlineScript text={keepPlaces} />
      <Late load={() => import('./latest-orders.tsx')} wanted={hydrated} props={{ kept: kept ?? null, skeleton }}>
        {skeleton}
      </Late>
    </div>
  );
}

function Skeleton({ next }: { next: boolean }) {
  return (
    <>
      {next ? <div className="panel min-h-16 animate-pulse not-group-data-[kept=true]:hidden" /> : null}
      <OwnSection heading={ORDER_AGAIN}>
        <div className="panel min-h-33 animate-pulse" />
      </OwnSection>
      <OwnSection heading={YOUR_USUAL}>
        <CardSkeletons count={3} className={USUAL_ROW} />
      </OwnSection>
    </>
  );
}

/** Its height does not depend on what its cards say. */
export const USUAL_ROW = 'card-row own-row';

export function OwnSection({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section aria-label={heading} className="flex flex-col sm:gap-2">
      <h2 className="flex min-h-9 items-center text-lg sm:min-h-11 sm:text-xl">{heading}</h2>
      {children}
    </section>
  );
}
