import { index, layout, prefix, route, type RouteConfig, type RouteConfigEntry } from '@react-router/dev/routes';
import { languageOfMode } from '../base/build-modes.ts';
import { PAGES } from '../domain/shop/pages.ts';

/** Endpoints match only their exact address: another spelling must not avoid a proxy's rules. */
const exact = (routes: RouteConfigEntry[]): RouteConfigEntry[] =>
  routes.map((entry) => ({ ...entry, caseSensitive: true }));

const { MODE, DEV } = import.meta.env;

/** All screens of the shop (product §2), in every language. */
const screens: RouteConfigEntry[] = [
  index('routes/home.tsx'),
  ...PAGES.map((page) => route(page, 'routes/shop-page.tsx', { id: `routes/${page}` })),
  route('trending', 'routes/redirects.ts', { id: 'routes/trending' }),

  ...prefix('groceries', [
    index('routes/groceries.tsx'),
    route('offers', 'routes/offers.tsx'),
    route('search-results', 'routes/search-results.tsx'),
    route(':group', 'routes/group.tsx'),
    route(':group/:category', 'routes/listing.tsx'),
  ]),

  route('product/:id', 'routes/product.tsx'),
  route('favourites', 'routes/favourites.tsx'),

  ...prefix('user', [
    route('login', 'routes/user/entry.tsx', { id: 'routes/user/login' }),
    route('register', 'routes/user/entry.tsx', { id: 'routes/user/register' }),
    route('reset-password', 'routes/user/reset-password.tsx'),
    route('reset-password/:token', 'routes/user/new-password.tsx'),
    route('logout', 'routes/user/logout.ts'),
    layout('routes/user/account.tsx', [
      index('routes/redirects.ts', { id: 'routes/user' }),
      route('profile', 'routes/user/profile.tsx'),
      route('update-profile', 'routes/user/update-profile.tsx'),
      route('change-password', 'routes/user/change-password.tsx'),
      route('orders', 'routes/user/orders.tsx'),
      route('orders/:id', 'routes/user/order.tsx'),
      route('delete-account', 'routes/user/delete-account.tsx'),
    ]),
  ]),

  route('cart', 'routes/cart.tsx'),
  route('empty-cart', 'routes/empty-cart.tsx'),
  route('checkout', 'routes/checkout.tsx'),
  route('payment', 'routes/payment.tsx'),
  route('o/:token', 'routes/guest-order.tsx'),
  route('offline', 'routes/offline.tsx'),
  ...exact([route('manifest.webmanifest', 'api/manifest.ts')]),
];

/** One file has several endpoints. Each looks itself up by its address. */
const endpointsOf = (file: string, paths: readonly string[]): RouteConfigEntry[] =>
  paths.map((path) => route(path, file, { id: `api/${path}` }));

/** The endpoints have one address, without a language. The JSON endpoints are resource routes in the same table. */
const endpoints = exact([
  ...endpointsOf('api/crawlers.ts', ['robots.txt', 'sitemap.xml', 'sitemap/:part']),
  ...endpointsOf('api/monitoring.ts', ['healthz', 'readyz', 'metrics']),
  ...prefix('api', [
    ...endpointsOf('api/catalogue.ts', ['products', 'listings/:slug', 'suggest']),
    ...endpointsOf('api/profile.ts', ['profile', 'profile/picture']),
    ...endpointsOf('api/orders.ts', [
      'orders',
      'orders/latest',
      'orders/links',
      'orders/attempts/:key',
      'orders/:id',
      'orders/:id/cancel',
    ]),
    // All of the operator's API (server/operations.ts).
    route('operator/*', 'api/operator.ts'),
    // What is left is no endpoint.
    ...endpointsOf('api/auth.ts', ['auth/*', '*']),
  ]),
]);

export default [
  ...screens,
  // In development each language writes the types of all routes.
  ...(languageOfMode(MODE) === 'en' || DEV ? endpoints : []),
  route('*', 'routes/unknown.tsx'),
] satisfies RouteConfig;
