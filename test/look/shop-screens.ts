/** Every screen of the shop, in the states that it can be in. */
import { ALL_SHOP_LOOKS, PART_LOOKS, SHOP_LOOKS } from './looks.ts';
import { type Group, rowsOf } from './screen.ts';
import { answer, arrive, check, fill, fillAddress, press, pressInCard, see, type Step, unfold } from './steps.ts';

const visitor = rowsOf('visitor', SHOP_LOOKS);
const customer = rowsOf('customer', SHOP_LOOKS);
const newcomer = rowsOf('newcomer', SHOP_LOOKS);

const TWO = ['nazirshail-rice', 'soybean-oil-1l'];
const SEVEN = [...TWO, 'beef-steak', 'katla-fish', 'deshi-peyaj-onion', 'farm-eggs-brown', 'premium-leaf-tea'];
const CONFIRM = [press('button', 'Confirm checkout'), arrive('/payment')] as const;
const search = (text: string): string => `/groceries/search-results?searchText=${text}&searchCategory=all`;
const typeToSearch = (text: string): Step => fill('searchbox', 'Search products', text);

/** The shop answers with an order that there is, so that none is placed. */
const PLACED = [
  answer(/\/api\/orders$/, 'POST', (route, { stock }) =>
    route.fulfill({ status: 201, contentType: 'application/json', body: stock.placed }),
  ),
] as const;
const BROKEN = [
  answer(/\.data(\?|$)/, 'GET', (route) => route.fulfill({ status: 500, contentType: 'text/plain', body: 'away' })),
] as const;

export const SHOP: readonly Group[] = [
  {
    title: 'Home',
    screens: [
      visitor('home', 'Home of a visitor', '/', { looks: ALL_SHOP_LOOKS }),
      visitor('home-cart', 'with a cart', '/', { cart: TWO }),
      customer('home-customer', 'of a customer, an order on its way', '/', { steps: [see('region', 'Your usual')] }),
      customer('home-customer-cart', 'of a customer with a cart', '/', { cart: TWO, looks: PART_LOOKS }),
      visitor('drawer', 'Menu', '/', {
        over: true,
        looks: PART_LOOKS,
        cart: TWO,
        steps: [press('button', 'Menu'), see('navigation', 'Menu')],
      }),
      customer('drawer-customer', 'Menu of a customer', '/', {
        over: true,
        looks: PART_LOOKS,
        steps: [press('button', 'Menu'), see('navigation', 'Menu')],
      }),
    ],
  },
  {
    title: 'Groceries',
    screens: [
      visitor('groceries', 'All groceries', '/groceries'),
      visitor('trending', 'Trending', '/groceries/trending', { looks: ['phone', 'desk'] }),
      visitor('raw-products', 'A group', '/groceries/raw-products', { looks: ['phone', 'bangla', 'desk'] }),
      visitor('listing', 'A category', '/groceries/raw-products/fish', { looks: ALL_SHOP_LOOKS }),
      visitor('listing-in-cart', 'after Add to Cart', '/groceries/raw-products/fish', {
        looks: PART_LOOKS,
        steps: [pressInCard('Add to Cart')],
      }),
      visitor('listing-long-name', 'with a long name', '/groceries/raw-products/spices', { looks: PART_LOOKS }),
      visitor('offers', 'Offers', '/groceries/offers'),
      visitor('favourites', 'Favourites', '/favourites', { favourites: SEVEN }),
      visitor('favourites-none', 'Favourites, none', '/favourites', { looks: PART_LOOKS }),
    ],
  },
  {
    title: 'Search',
    screens: [
      visitor('search', 'Found by the rule', search('rice')),
      visitor('search-best', 'Best matches', search('atta'), { looks: PART_LOOKS }),
      visitor('search-beginning', 'Only the beginning', search('shampoo'), { looks: PART_LOOKS }),
      visitor('search-did-you-mean', 'Did you mean', search('peyaj'), { looks: PART_LOOKS }),
      visitor('search-none', 'Nothing', search('xqzw'), { looks: PART_LOOKS }),
      visitor('suggestions', 'Suggestions', '/', {
        over: true,
        looks: PART_LOOKS,
        steps: [typeToSearch('alu'), see('option')],
      }),
      visitor('suggestions-none', 'No suggestion', '/', {
        over: true,
        looks: PART_LOOKS,
        steps: [typeToSearch('xqzw')],
      }),
    ],
  },
  {
    title: 'Product',
    screens: [
      visitor('product', 'Not in the cart', '/product/katla-fish', { looks: ALL_SHOP_LOOKS }),
      visitor('product-in-cart', 'In the cart', '/product/katla-fish', { cart: ['katla-fish', ...TWO] }),
      visitor('product-usual', 'Without a discount', '/product/nazirshail-rice', { looks: PART_LOOKS }),
      visitor('product-not-available', 'Not available', '/product/kathal-jackfruit', { looks: PART_LOOKS }),
      visitor('product-long-name', 'With a long name', '/product/long-name', { cart: TWO }),
    ],
  },
  {
    title: 'Cart',
    screens: [
      visitor('cart-empty', 'Empty, of a visitor', '/empty-cart'),
      customer('cart-empty-customer', 'Empty, of a customer', '/empty-cart', { looks: PART_LOOKS }),
      customer('cart', 'Two lines', '/cart', { cart: TWO, looks: ALL_SHOP_LOOKS }),
      customer('cart-seven', 'Seven lines', '/cart', { cart: SEVEN }),
      customer('cart-removed', 'after Remove', '/cart', {
        cart: SEVEN.slice(0, 3),
        looks: PART_LOOKS,
        steps: [press('button', 'Remove')],
      }),
      customer('cart-changed', 'Prices have changed', '/cart', { cart: TWO, oldPrice: 70, looks: PART_LOOKS }),
      visitor('cart-visitor', 'Of a visitor', '/cart', { cart: TWO }),
      visitor('cart-list', 'From a link', '/cart?add=katla-fish:2,soybean-oil-1l:1', { cart: TWO, over: true }),
    ],
  },
  {
    title: 'Login',
    screens: [
      visitor('login', 'Login', '/user/login'),
      visitor('login-waits', 'that waits', '/user/login?next=/checkout', { cart: SEVEN.slice(0, 3) }),
      visitor('login-faults', 'with faults', '/user/login', { looks: PART_LOOKS, steps: [press('button', 'Login')] }),
      visitor('register', 'Register', '/user/register'),
      visitor('reset', 'Reset the password', '/user/reset-password'),
    ],
  },
  {
    title: 'Checkout',
    screens: [
      newcomer('checkout-first', 'For the first time', '/checkout', { cart: TWO }),
      newcomer('checkout-faults', 'with faults', '/checkout', {
        cart: TWO,
        steps: [press('button', 'Confirm checkout')],
      }),
      visitor('checkout-visitor', 'Of a visitor', '/checkout', { cart: TWO }),
      visitor('checkout-visitor-more', 'with all fields', '/checkout', { cart: TWO, steps: [unfold] }),
      customer('checkout', 'Known address', '/checkout', { cart: SEVEN, looks: ALL_SHOP_LOOKS }),
    ],
  },
  {
    title: 'Payment',
    screens: [
      newcomer('payment-first', 'No choice yet', '/checkout', { cart: TWO, steps: [fillAddress, ...CONFIRM] }),
      newcomer('payment-error', 'Place order without a choice', '/checkout', {
        cart: TWO,
        looks: PART_LOOKS,
        steps: [fillAddress, ...CONFIRM, press('button', /^(Place order|Choose how to pay|অর্ডার করুন|কীভাবে .*)$/)],
      }),
      customer('payment', 'Of who has ordered before', '/checkout', { cart: SEVEN, steps: CONFIRM }),
      customer('payment-chosen', 'Cash is chosen', '/checkout', {
        cart: SEVEN,
        looks: ALL_SHOP_LOOKS,
        steps: [...CONFIRM, check('radio', 'Cash On delevery')],
      }),
      customer('placed', 'Placed', '/checkout', {
        cart: SEVEN,
        before: PLACED,
        steps: [
          ...CONFIRM,
          check('radio', 'Cash On delevery'),
          press('button', 'Place order'),
          see('region', 'Your order has been confirmed!'),
        ],
      }),
    ],
  },
  {
    title: 'Orders',
    screens: [
      newcomer('orders-none', 'None', '/user/orders', { looks: PART_LOOKS }),
      customer('orders', 'Several', '/user/orders', { looks: ALL_SHOP_LOOKS }),
      visitor('orders-visitor', 'Of a visitor', '/user/orders', { guestOrders: ['visit'] }),
      visitor('order-visitor', 'of which one', '{visit}', { guestOrders: ['visit'] }),
      customer('orders-to-add', 'that an account can have', '/user/orders', {
        guestOrders: ['visit'],
        looks: PART_LOOKS,
      }),
      customer('order-with-rider', 'With the rider', '/user/orders/{withRider}', { looks: ALL_SHOP_LOOKS }),
      customer('order-delivered', 'Delivered', '/user/orders/{delivered}'),
      customer('order-canceled', 'Canceled', '/user/orders/{canceled}'),
      customer('order-cancel', 'Cancel?', '/user/orders/{withRider}', {
        over: true,
        looks: PART_LOOKS,
        steps: [press('button', 'Cancel order'), see('dialog')],
      }),
      customer('order-printed', 'Printed', '/user/orders/{withRider}', { print: true, looks: ['desk', 'bangla'] }),
    ],
  },
  {
    title: 'Account',
    screens: [
      customer('profile', 'Profile', '/user/profile'),
      customer('update-profile', 'Update profile', '/user/update-profile'),
      customer('change-password', 'Change password', '/user/change-password', { looks: PART_LOOKS }),
      customer('delete-account', 'Delete account', '/user/delete-account', { looks: PART_LOOKS }),
    ],
  },
  {
    title: 'Everything else',
    screens: [
      visitor('offline', 'Offline', '/offline', { looks: PART_LOOKS }),
      visitor('not-found', 'No such page', '/nothing-here', { looks: PART_LOOKS }),
      visitor('failed', 'A screen that fails', '/', {
        looks: PART_LOOKS,
        before: BROKEN,
        steps: [press('link', 'Groceries'), see('heading', 'Unexpected Application Error!')],
      }),
      visitor('about', 'About', '/about', { looks: PART_LOOKS }),
      visitor('help', 'Help', '/help', { looks: PART_LOOKS }),
    ],
  },
];
