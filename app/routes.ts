import { index, layout, prefix, route, type RouteConfig, type RouteConfigEntry } from '@react-router/dev/routes';

/** Endpoints are known by their exact address, so that a proxy's rules for `/api/operator` hold for every way of writing it. */
const exact = (routes: RouteConfigEntry[]): RouteConfigEntry[] =>
  routes.map((entry) => ({
    ...entry,
    caseSensitive: true,
    ...(entry.children ? { children: exact(entry.children) } : {}),
  }));

/** Every URL of the shop (product §2); the JSON endpoints are resource routes of the same table. */
export default [
  index('routes/home.tsx'),
  route('about', 'routes/about.tsx'),
  route('help', 'routes/help.tsx'),
  route('trending', 'routes/trending-redirect.ts'),

  ...prefix('groceries', [
    index('routes/groceries.tsx'),
    route('offers', 'routes/offers.tsx'),
    route('search-results', 'routes/search-results.tsx'),
    route(':group', 'routes/group.tsx'),
    route(':group/:category', 'routes/listing.tsx'),
  ]),

  ...prefix('user', [
    route('login', 'routes/login.tsx'),
    route('register', 'routes/register.tsx'),
    route('reset-password', 'routes/reset-password.tsx'),
    route('reset-password/:token', 'routes/new-password.tsx'),
    route('logout', 'routes/logout.ts'),
    layout('routes/account.tsx', [
      index('routes/user-redirect.ts'),
      route('profile', 'routes/profile.tsx'),
      route('update-profile', 'routes/update-profile.tsx'),
      route('change-password', 'routes/change-password.tsx'),
      route('orders', 'routes/orders.tsx'),
      route('orders/:id', 'routes/order.tsx'),
      route('delete-account', 'routes/delete-account.tsx'),
    ]),
  ]),

  route('cart', 'routes/cart.tsx'),
  route('empty-cart', 'routes/empty-cart.tsx'),
  route('checkout', 'routes/checkout.tsx'),
  route('payment', 'routes/payment.tsx'),

  ...exact([
    route('healthz', 'routes/api/health.ts'),
    route('readyz', 'routes/api/ready.ts'),
    route('metrics', 'routes/api/metrics.ts'),
    ...prefix('api', [
      route('auth/*', 'routes/api/auth.ts'),
      route('products', 'routes/api/products.ts'),
      route('listings/:slug', 'routes/api/listing.ts'),
      route('profile', 'routes/api/profile.ts'),
      route('profile/picture', 'routes/api/profile-picture.ts'),
      route('orders', 'routes/api/orders.ts'),
      route('orders/attempts/:key', 'routes/api/order-attempt.ts'),
      route('orders/:id', 'routes/api/order.ts'),
      route('orders/:id/cancel', 'routes/api/order-cancel.ts'),
      ...prefix('operator', [
        layout('routes/api/operator.ts', [
          index('routes/api/operator-shop.ts'),
          route('products', 'routes/api/operator-products.ts'),
          route('products/:id', 'routes/api/operator-product.ts'),
          route('import', 'routes/api/operator-import.ts'),
          route('pictures', 'routes/api/operator-pictures.ts'),
          route('pictures/known', 'routes/api/operator-known-pictures.ts'),
          route('orders', 'routes/api/operator-orders.ts'),
          route('orders/:id', 'routes/api/operator-order.ts'),
          route('orders/:id/:change', 'routes/api/operator-order-change.ts'),
          route('accounts', 'routes/api/operator-accounts.ts'),
          route('accounts/role', 'routes/api/operator-role.ts'),
          route('accounts/:id/purge', 'routes/api/operator-purge.ts'),
          route('*', 'routes/api/operator-unknown.ts'),
        ]),
      ]),
      route('*', 'routes/api/unknown.ts'),
    ]),
  ]),
  route('*', 'routes/unknown.tsx'),
] satisfies RouteConfig;
