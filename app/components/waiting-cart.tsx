import { CART_IS_WAITING } from '#messages';
import { useCart } from '../state/order/cart.ts';
import { useCartRefresh } from '../state/order/cart-refresh.ts';
import { useHydrated } from '../state/hydrated.ts';
import { OrderLines } from './order-lines.tsx';
import { TotalsList } from './totals-list.tsx';

/** What a visitor who came from the cart is about to order, above the form to log in. The cart is known after hydration. */
export function WaitingCart({ next, delivery }: { next: string; delivery: string }) {
  return /^\/(cart|checkout|payment)\b/.test(next) ? <Waiting delivery={delivery} /> : null;
}

function Waiting({ delivery }: { delivery: string }) {
  const items = useCart();
  const hydrated = useHydrated();
  useCartRefresh();
  if (hydrated && items.length === 0) return null;
  return (
    <section aria-labelledby="waiting" className="flex flex-col gap-3 rounded-xl bg-leaf-soft p-4">
      <h2 id="waiting" className="font-medium text-leaf-strong">
        {CART_IS_WAITING}
      </h2>
      {items.length === 0 ? null : (
        <>
          <OrderLines items={items} />
          <TotalsList lines={items} />
        </>
      )}
      <p className="text-sm">{delivery}</p>
    </section>
  );
}
