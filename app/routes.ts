import { index, layout, prefix, route, type RouteConfig, type RouteConfigEntry } from '@react-router/dev/routes';
import { languageOfMode } from '../base/build-modes.ts';
import { PAGES } from '../domain/shop/pages.ts';

/** Endpoints match only their exact address, so that a proxy's rules for `/api/operator` cannot be avoided with another spelling. */
const exact = (routes: RouteConfigEntry[]): RouteConfigEntry[] =>
  routes.map((entry) => ({
    ...entry,
    caseSensitive: true,
    ...(entry.children ? { children: exact(entry.children) } : {}),
  }));

const { MODE, DEV } = import.meta.env;

/** All screens of the shop (product §2), in every language. */
const screens: RouteConfigEntry[] = [
  index('routes/home.tsx'),
  ...PAGES.map((page) => route(page, 'routes/shop-page.tsx', { id: `routes/${page}` })),
  route('trending', 'routes/trending-redirect.ts'),

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
  route('offline', 'routes/offline.tsx'),
  ...exact([route('manifest.webmanifest', 'api/manifest.ts')]),
];

/** The endpoints have one address, without a language. The JSON endpoints are resource routes in the same table. */
const endpoints = exact([
  route('robots.txt', 'api/robots.ts'),
  route('sitemap.xml', 'api/sitemap.ts', { id: 'api/sitemap' }),
  route('sitemap/:part', 'api/sitemap.ts', { id: 'api/sitemap-part' }),
  route('healthz', 'api/health.ts'),
  route('readyz', 'api/ready.ts'),
  route('metrics', 'api/metrics.ts'),
  ...prefix('api', [
    route('auth/*', 'api/auth.ts'),
    route('products', 'api/products.ts'),
    route('listings/:slug', 'api/listing.ts'),
    route('suggest', 'api/suggest.ts'),
    route('profile', 'api/profile.ts'),
    route('profile/picture', 'api/profile-picture.ts'),
    route('orders', 'api/orders.ts'),
    route('orders/attempts/:key', 'api/order-attempt.ts'),
    route('orders/:id', 'api/order.ts'),
    route('orders/:id/cancel', 'api/order-cancel.ts'),
    ...prefix('operator', [
      layout('api/operator/layout.ts', [
        index('api/operator/shop.ts'),
        route('settings', 'api/operator/settings.ts'),
        route('logo', 'api/operator/logo.ts'),
        route('categories', 'api/operator/categories.ts'),
        route('areas', 'api/operator/areas.ts'),
        route('doctor', 'api/operator/doctor.ts'),
        route('products', 'api/operator/products.ts'),
        route('products/:id', 'api/operator/product.ts'),
        route('import', 'api/operator/import.ts'),
        route('import/:id', 'api/operator/import-job.ts'),
        route('import/:id/faults', 'api/operator/import-faults.ts'),
        route('pictures', 'api/operator/pictures.ts'),
        route('pictures/known', 'api/operator/known-pictures.ts'),
        route('orders', 'api/operator/orders.ts'),
        route('orders/:id', 'api/operator/order.ts'),
        route('orders/:id/notes', 'api/operator/notes.ts', { id: 'api/operator/order-notes' }),
        route('orders/:id/:change', 'api/operator/order-change.ts'),
        route('accounts', 'api/operator/accounts.ts'),
        route('accounts/role', 'api/operator/role.ts'),
        route('accounts/block', 'api/operator/block.ts', { id: 'api/operator/block' }),
        route('accounts/unblock', 'api/operator/block.ts', { id: 'api/operator/unblock' }),
        route('accounts/:id/notes', 'api/operator/notes.ts', { id: 'api/operator/account-notes' }),
        route('accounts/:id/purge', 'api/operator/purge.ts'),
        route('riders', 'api/operator/riders.ts'),
        route('riders/:id', 'api/operator/rider.ts'),
        route('cash', 'api/operator/cash.ts'),
        route('cash/handover', 'api/operator/handover.ts'),
        route('operators', 'api/operator/operators.ts'),
        route('operators/invite', 'api/operator/invite.ts'),
        route('operators/remove', 'api/operator/remove.ts'),
        route('backup', 'api/operator/backup.ts'),
        route('restore', 'api/operator/restore.ts'),
        route('*', 'api/operator/unknown.ts'),
      ]),
    ]),
    route('*', 'api/unknown.ts'),
  ]),
]);

export default [
  ...screens,
  // In development each language writes the types of all routes.
  ...(languageOfMode(MODE) === 'en' || DEV ? endpoints : []),
  route('*', 'routes/unknown.tsx'),
] satisfies RouteConfig;
