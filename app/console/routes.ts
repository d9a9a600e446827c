import { index, layout, prefix, route, type RouteConfig } from '@react-router/dev/routes';

/** All screens of the operator's console, below `/operator` (product §13). */
export default [
  index('routes/start.ts'),
  route('login', 'routes/login.tsx'),
  route('login/code', 'routes/login-code.tsx'),
  route('invitation/:token', 'routes/invitation.tsx'),
  route('logout', 'routes/logout.ts'),
  layout('routes/signed-in.tsx', [
    ...prefix('orders', [
      index('routes/orders.tsx'),
      route('export', 'files/orders-csv.ts'),
      route('slips', 'routes/slips.tsx'),
      route('new', 'routes/new-order.tsx'),
      route('finds', 'files/order-finds.ts'),
      route(':id', 'routes/order.tsx'),
      route(':id/edit', 'routes/edit-order.tsx'),
    ]),
    ...prefix('products', [
      index('routes/products.tsx'),
      route('export', 'files/export.ts'),
      route('new', 'routes/new-product.tsx'),
      route(':id', 'routes/product.tsx'),
    ]),
    ...prefix('import', [
      index('routes/import.tsx'),
      route('file', 'files/import-file.ts'),
      route(':id/faults', 'files/import-faults.ts'),
    ]),
    ...prefix('customers', [index('routes/customers.tsx'), route(':id', 'routes/customer.tsx')]),
    ...prefix('cash', [index('routes/cash.tsx'), route('csv', 'files/cash-csv.ts')]),
    ...prefix('round', [index('routes/round.tsx'), route('change', 'files/round-change.ts')]),
    route('blocks', 'routes/blocks.ts'),
    route('notes/:of/:id', 'routes/notes.ts'),
    ...prefix('figures', [index('routes/figures.tsx'), route('csv', 'files/figures-csv.ts')]),
    route('pages', 'routes/pages.tsx'),
    route('categories', 'routes/categories.tsx'),
    ...prefix('areas', [index('routes/areas.tsx'), route('export', 'files/areas-csv.ts')]),
    route('riders', 'routes/riders.tsx'),
    route('log', 'routes/log.tsx'),
    ...prefix('health', [
      index('routes/health.tsx'),
      route('backup', 'files/backup-file.ts'),
      route('restore', 'files/restore-file.ts'),
    ]),
    route('settings', 'routes/settings.tsx'),
    route('settings/logo', 'files/logo-file.ts'),
    route('opening', 'routes/opening.tsx'),
    route('account', 'routes/account.tsx'),
  ]),
  route('*', 'routes/unknown.tsx'),
] satisfies RouteConfig;
