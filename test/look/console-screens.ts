/** Every screen of the console, in the states that it can be in. */
import { CONSOLE_LOOKS, CONSOLE_PART_LOOKS, ROUND_LOOKS } from './looks.ts';
import { type Group, rowsOf } from './screen.ts';
import { check, fill, perhaps, press, pressInCard, see, unfold } from './steps.ts';

const owner = rowsOf('owner', CONSOLE_LOOKS);
/** A part of a screen, or what is seldom seen. */
const part = rowsOf('owner', CONSOLE_PART_LOOKS);
const packer = rowsOf('packer', CONSOLE_PART_LOOKS);
const rider = rowsOf('rider', ROUND_LOOKS);
const stranger = rowsOf('visitor', CONSOLE_PART_LOOKS);

const ORDERS = '/operator/orders';
/** Of an order, with what is not the next step. */
const MENU = /^(…|More .*|More for .*|Other .*)$/;

export const CONSOLE: readonly Group[] = [
  {
    title: 'Console: orders',
    screens: [
      owner('console-orders', 'Pending', ORDERS, {
        looks: [...CONSOLE_LOOKS, 'first', 'narrow', 'forced', 'desk-dark'],
      }),
      part('console-orders-delivered', 'Delivered', `${ORDERS}?status=delivered`),
      part('console-orders-canceled', 'Canceled', `${ORDERS}?status=canceled`),
      part('console-orders-all', 'All', `${ORDERS}?status=all`),
      part('console-orders-to-confirm', 'To confirm', `${ORDERS}?stage=to+confirm`),
      part('console-orders-none', 'Nothing found', `${ORDERS}?q=nobody`),
      part('console-orders-filters', 'Filters open', ORDERS, { steps: [unfold] }),
      part('console-orders-menu', 'An order’s menu', ORDERS, { over: true, steps: [perhaps('button', MENU)] }),
      part('console-orders-selected', 'Some are selected', ORDERS, {
        over: true,
        steps: [check('checkbox', 'Select all')],
      }),
      part('console-orders-cancel', 'Cancel?', ORDERS, {
        over: true,
        steps: [perhaps('button', MENU), press('button', 'Cancel'), see('dialog')],
      }),
      packer('console-packer', 'Of a packer', ORDERS),
      part('console-more', 'The rest of the menu', ORDERS, {
        over: true,
        looks: ['phone', 'text-200'],
        steps: [press('button', 'More')],
      }),
    ],
  },
  {
    title: 'Console: an order',
    screens: [
      owner('console-order', 'New, with a history', `${ORDERS}/{edited}`),
      part('console-order-new', 'New', `${ORDERS}/{new}`),
      part('console-order-to-confirm', 'To confirm', `${ORDERS}/{toConfirm}`),
      part('console-order-packed', 'Packed', `${ORDERS}/{packed}`),
      part('console-order-with-rider', 'With the rider', `${ORDERS}/{withRider}`),
      part('console-order-returned', 'Not delivered', `${ORDERS}/{returned}`),
      part('console-order-delivered', 'Delivered', `${ORDERS}/{delivered}`, { steps: [unfold] }),
      part('console-order-canceled', 'Canceled', `${ORDERS}/{canceled}`),
      part('console-order-set-back', 'Set back?', `${ORDERS}/{canceled}`, {
        over: true,
        steps: [press('button', 'Set back to pending'), see('dialog')],
      }),
      owner('console-edit', 'Edit', `${ORDERS}/{pending}/edit`),
      part('console-edit-changed', 'Edit, changed', `${ORDERS}/{pending}/edit`, {
        steps: [fill('textbox', 'Street', '9 Mill Road')],
      }),
      owner('console-new-order', 'New order', `${ORDERS}/new`),
      part('console-new-order-customer', 'Who calls', `${ORDERS}/new`, {
        steps: [fill('textbox', 'Phone', '01811'), see('option')],
      }),
      part('console-new-order-product', 'Add a product', `${ORDERS}/new`, {
        steps: [fill('searchbox', 'Add a product', 'alu'), see('option')],
      }),
      owner('console-slips', 'Packing slips', `${ORDERS}/slips`),
      part('console-slips-printed', 'Packing slips, printed', `${ORDERS}/slips`, { print: true, looks: ['desk'] }),
    ],
  },
  {
    title: 'Console: products',
    screens: [
      owner('console-products', 'Products', '/operator/products', { looks: [...CONSOLE_LOOKS, 'first', 'desk-dark'] }),
      owner('console-stock', 'Stock', '/operator/stock'),
      part('console-stock-product', 'The stock of a product', '/operator/stock/beef-steak'),
      part('console-products-changed', 'A price is changed', '/operator/products', {
        steps: [fill('spinbutton', 'Price', '92')],
      }),
      part('console-products-filters', 'Filters open', '/operator/products', { steps: [unfold] }),
      part('console-products-search', 'Searched', '/operator/products?q=alu'),
      owner('console-product', 'A product', '/operator/products/katla-fish'),
      part('console-product-remove', 'Remove?', '/operator/products/katla-fish', {
        over: true,
        steps: [press('button', 'Remove'), see('dialog')],
      }),
      part('console-product-new', 'New product', '/operator/products/new'),
      owner('console-import', 'Import, checked', '/operator/import'),
    ],
  },
  {
    title: 'Console: customers and money',
    screens: [
      owner('console-customers', 'Customers', '/operator/customers'),
      part('console-customers-search', 'Searched', '/operator/customers?q=0103'),
      owner('console-customer', 'A customer', '/operator/customers/{customer}'),
      part('console-customer-blocked', 'A blocked phone', '/operator/customers/01511000105'),
      part('console-customer-block', 'Block?', '/operator/customers/{customer}', {
        over: true,
        steps: [press('button', /^Block/), see('dialog')],
      }),
      owner('console-bazaar', 'Bazaar', '/operator/bazaar'),
      owner('console-cash', 'Cash', '/operator/cash'),
      part('console-cash-yesterday', 'Cash of yesterday', '/operator/cash?day=2026-11-24'),
      owner('console-dues', 'Dues', '/operator/dues'),
      owner('console-figures', 'Figures', '/operator/figures?days=30'),
      part('console-figures-tables', 'Figures, tables open', '/operator/figures', { steps: [unfold] }),
      owner('console-log', 'Log', '/operator/log'),
    ],
  },
  {
    title: 'Console: settings',
    screens: [
      owner('console-settings', 'Settings', '/operator/settings'),
      part('console-settings-changed', 'Changed', '/operator/settings', {
        looks: ['first', ...CONSOLE_PART_LOOKS],
        steps: [fill('textbox', 'Shop name', 'Sodai of Mirpur')],
      }),
      owner('console-pages', 'Pages', '/operator/pages'),
      owner('console-areas', 'Areas', '/operator/areas'),
      part('console-areas-ready', 'Areas to load', '/operator/areas', {
        over: true,
        steps: [press('button', /^Load areas/), see('dialog')],
      }),
      owner('console-categories', 'Categories', '/operator/categories'),
      owner('console-riders', 'Riders', '/operator/riders'),
      owner('console-health', 'Health', '/operator/health'),
      owner('console-poster', 'Poster', '/operator/poster'),
      owner('console-opening', 'Open your shop', '/operator/opening'),
      owner('console-account', 'Account', '/operator/account'),
    ],
  },
  {
    title: 'Console: the way in',
    screens: [
      stranger('console-login', 'Login', '/operator/login'),
      stranger('console-invitation', 'Invitation', '/operator/invitation/{invitation}'),
      stranger('console-invitation-over', 'Invitation, over', '/operator/invitation/none'),
      part('console-not-found', 'No such screen', '/operator/nothing'),
    ],
  },
  {
    title: 'The rider’s round',
    screens: [
      rider('round', 'Round', '/operator/round'),
      rider('round-lines', 'what is in it', '/operator/round', { steps: [unfold] }),
      rider('round-delivered', 'Delivered', '/operator/round', { steps: [pressInCard('Delivered')] }),
      rider('round-not-delivered', 'Not delivered', '/operator/round', { steps: [pressInCard('Not delivered')] }),
      rider('round-account', 'Account', '/operator/account', { looks: ['narrow', 'phone'] }),
    ],
  },
];
