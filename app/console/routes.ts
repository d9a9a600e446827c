import { index, layout, prefix, route, type RouteConfig } from '@react-router/dev/routes';

/** All screens of the operator's console, below `/operator` (product §13). */
export default [
  route('login', 'account/login.tsx'),
  route('login/code', 'account/login-code.tsx'),
  route('invitation/:token', 'account/invitation.tsx'),
  route('logout', 'account/logout.ts'),
  layout('shell/signed-in.tsx', [
    index('shell/start.ts'),
    ...prefix('orders', [
      index('orders/orders.tsx'),
      route('export', 'orders/orders-csv.ts'),
      route('lines.csv', 'orders/orders-csv.ts', { id: 'order-lines' }),
      route('slips', 'orders/slips.tsx'),
      route('new', 'orders/new-order.tsx'),
      route('finds', 'orders/order-finds.ts'),
      route(':id', 'orders/order.tsx'),
      route(':id/edit', 'orders/edit-order.tsx'),
    ]),
    ...prefix('products', [
      index('products/products.tsx'),
      route('export', 'products/export.ts'),
      route('new', 'products/product.tsx', { id: 'new-product' }),
      route(':id', 'products/product.tsx'),
    ]),
    ...prefix('import', [
      index('import/import.tsx'),
      route('file', 'import/import-file.ts'),
      route(':id/faults', 'import/import-faults.ts'),
    ]),
    ...prefix('customers', [index('customers/customers.tsx'), route(':id', 'customers/customer.tsx')]),
    ...prefix('cash', [index('cash/cash.tsx'), route('csv', 'cash/cash-csv.ts')]),
    ...prefix('dues', [index('dues/dues.tsx')]),
    ...prefix('round', [index('round/round.tsx'), route('change', 'round/round-change.ts')]),
    route('blocks', 'customers/blocks.ts'),
    route('notes/:of/:id', 'customers/add-note.ts'),
    ...prefix('figures', [index('figures/figures.tsx'), route('csv', 'figures/figures-csv.ts')]),
    route('pages', 'pages/pages.tsx'),
    route('categories', 'categories/categories.tsx'),
    ...prefix('areas', [
      index('areas/areas.tsx'),
      route('export', 'areas/areas-csv.ts'),
      route('ready', 'areas/ready-list.ts'),
    ]),
    route('riders', 'riders/riders.tsx'),
    route('log', 'log/log.tsx'),
    ...prefix('health', [
      index('health/health.tsx'),
      route('backup', 'health/backup-file.ts'),
      route('restore', 'health/restore-file.ts'),
    ]),
    route('settings', 'settings/settings.tsx'),
    route('settings/logo', 'settings/logo-file.ts'),
    route('opening', 'settings/opening.tsx'),
    route('account', 'account/account.tsx'),
  ]),
  route('*', 'shell/unknown.tsx'),
] satisfies RouteConfig;
