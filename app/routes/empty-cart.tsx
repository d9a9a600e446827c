import { BROWSE_GROCERIES, CART_IS_EMPTY, EMPTY_CART, EMPTY_CART_HINT, FAVOURITES, SEE_THE_OFFERS } from '#messages';
import { Navigate, redirect } from 'react-router';
import ShoppingBasket from 'virtual:icons/shopping-basket';
import { NextLink, QuietLink } from '../components/link.tsx';
import CartLines from '../components/order/cart-lines.tsx';
import { Page } from '../shell/page.tsx';
import { askSession } from '../state/session/ask-session.ts';
import { cart, useCartCount } from '../state/order/cart.ts';
import type { Route } from './+types/empty-cart';

export { customersOnly as loader } from '../context.ts';

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  await askSession(serverLoader);
  if (cart.get().length > 0) throw redirect('/cart');
  return null;
}
clientLoader.hydrate = true as const;

export { PendingScreen as HydrateFallback } from '../shell/pending-screen.tsx';

export default function EmptyCart() {
  if (useCartCount() > 0) return <Navigate to="/cart" replace />;
  return (
    <Page title={EMPTY_CART} personal>
      <CartLines />
      <div className="flex flex-col items-center gap-4 py-10 text-center">
        <ShoppingBasket className="size-12 text-muted" />
        <h1>{CART_IS_EMPTY}</h1>
        <p className="text-muted">{EMPTY_CART_HINT}</p>
        <div className="flex flex-wrap justify-center gap-3">
          <NextLink to="/groceries">{BROWSE_GROCERIES}</NextLink>
          <QuietLink to="/groceries/offers">{SEE_THE_OFFERS}</QuietLink>
          <QuietLink to="/favourites">{FAVOURITES}</QuietLink>
        </div>
      </div>
    </Page>
  );
}
