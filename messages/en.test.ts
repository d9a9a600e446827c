import { describe, expect, test } from 'vitest';
import { TRENDING_LISTINGS } from '../domain/catalogue/catalogue.ts';
import { FIRST_CATEGORIES } from '../test/support/first-categories.ts';
import { orderBoundsError } from '../domain/orders/checkout.ts';
import * as messages from './en.ts';
import { formatMessage, formatPrice } from './format.ts';
import { sentenceOf } from './sentence.ts';

describe('messages', () => {
  test('of rules have exactly the wording of product §5 and §8', () => {
    expect([
      sentenceOf({ code: 'user-not-found' }),
      sentenceOf({ code: 'no-user-with-email' }),
      formatMessage(messages.RESET_ERROR, { code: 400, message: 'Bad' }),
      messages.RESET_SENT,
      sentenceOf({ code: 'invalid-phone' }),
      sentenceOf({ code: 'invalid-postcode' }),
      sentenceOf({ code: 'fill-in-details' }),
      sentenceOf({ code: 'text-not-matched' }),
      sentenceOf({ code: 'cart-empty' }),
      sentenceOf({ code: 'no-payment-method' }),
      sentenceOf({ code: 'something-wrong' }),
      sentenceOf({ code: 'stripe-not-included' }),
      messages.PROFILE_UPDATED,
      messages.PROFILE_UPDATE_FAILED,
      messages.IMAGE_UPLOAD_FAILED,
      messages.IMAGE_DELETED,
      messages.IMAGE_DELETE_FAILED,
      messages.AN_ERROR_OCCURED,
      messages.INVALID_ORDER_ID,
      messages.ORDER_CANCELED,
      messages.ORDER_PLACED,
      messages.UNEXPECTED_ERROR,
    ]).toEqual([
      'user not found!',
      'No user found with this email!',
      'Error 400!! Bad',
      'A message was sent to your email. Please check it out to reset your password!',
      'Phone must be 11 digits long!',
      'Postcode must have 4 digits!',
      'Please fill your details first!',
      'Text not matched!',
      'Cart is empty!',
      'Please select a payment method!',
      'Something wrong!',
      'Sorry! Stripe is not included yet!',
      'Profile updated!',
      'Profile update failed!',
      'Image upload failed!',
      'Profile image deleted!',
      'Failed to delete!',
      'An error occured!',
      'Invalid Order Id!',
      'Your order is successfully cancled!',
      'Order placed successfully!',
      'Unexpected Application Error!',
    ]);
  });

  test('of screens have exactly the wording of product §2', () => {
    expect(messages.ORDER_CONFIRMED).toBe('Your order has been confirmed!');
    expect(messages.ACCOUNT_SCHEDULED).toBe(
      "Your account is scheduled for deletion. If you don't do this please login again!",
    );
    expect(messages.CART_IS_EMPTY).toBe('Cart is Empty!');
    expect(messages.CONFIRM_CANCELLATION).toBe('Confirm order cancellation!');
    expect(messages.PAYMENT_METHOD_NAMES.cashon).toBe('Cash On delevery');
    expect(messages.UPLOADING).toBe('Uploading...');
  });

  test('with a variable part', () => {
    expect(formatMessage(messages.ITEM_COUNT, { n: 32 })).toBe('32 Items');
    expect(formatMessage(messages.ITEM_COUNT, { n: 1 })).toBe('1 Items');
    expect(formatMessage(messages.CART_LINK, { n: 3 })).toBe('Cart, 3 items');
    expect(formatMessage(messages.DISCOUNT_BADGE, { percent: '12.5' })).toBe('12.5% off');
    expect(formatMessage(messages.NO_ITEMS_FOUND, { category: messages.SEARCH_CATEGORY_NAMES['raw-products'] })).toBe(
      'No items found in category raw-products!',
    );
    expect(formatMessage(messages.GREETING, { name: 'Rahim' })).toBe('Hello Rahim!');
    expect(formatMessage(messages.GREETING, { name: messages.UNKNOWN_NAME })).toBe('Hello user!');
    expect(formatPrice(85)).toBe('Tk 85');
    expect(formatMessage(messages.HOME_LINK, { shop: 'Sodai' })).toBe('Sodai, home');
    expect(formatMessage(messages.PRICE_EACH, { price: formatPrice('85.0') })).toBe('Tk 85.0 each');
    expect(formatMessage(messages.DELIVERY_FOR, { price: formatPrice(60) })).toBe('Tk 60 delivery, any order');
    expect(formatMessage(messages.BACK_TO, { category: messages.ALL_GROCERIES_NAME })).toBe('Back to all groceries');
    expect(formatMessage(messages.BACK_TO, { category: messages.SEARCH_CATEGORY_NAMES['raw-products'] })).toBe(
      'Back to raw-products',
    );
    expect(formatMessage(messages.PRICE_HAS_CHANGED, { price: formatPrice('85.0') })).toBe(
      'The price has changed. It was Tk 85.0 each.',
    );
    expect(formatMessage(messages.ORDER_NAME, { id: '#abc123' })).toBe('Order #abc123');
    expect(formatMessage(messages.CANCELLATION_HINT, { id: '#abc123' })).toBe('Order #abc123 will not be delivered.');
    expect(sentenceOf({ code: 'required', field: 'postcode' })).toBe('Postcode is required!');
    expect(sentenceOf({ code: 'too-long', field: 'city', limit: 100 })).toBe('City must have at most 100 characters!');
    expect(sentenceOf({ code: 'not-a-choice', field: 'division' })).toBe('Division must be one of the choices!');
    const lines = Array.from({ length: 201 }, () => ({ quantity: 1 }));
    expect(sentenceOf(orderBoundsError(lines) ?? { code: 'error' })).toBe('An order can have at most 200 products!');
    expect(formatMessage(messages.AS_OF, { time: '14:05' })).toBe('As of 14:05. Prices may have changed.');
    expect(formatMessage(messages.CALL_LINK, { phone: '+880' })).toBe('Call +880');
    expect(formatMessage(messages.PRICE_FOR, { price: formatPrice(85), measure: '1 kg' })).toBe('Tk 85 for 1 kg');
    expect(formatMessage(messages.CATEGORIES_OF, { group: 'Beverages' })).toBe('Beverages categories');
    expect(formatMessage(messages.RESULTS_FOR, { text: 'ilish' })).toBe('Results for “ilish”');
    expect(formatMessage(messages.VIEW_CART_LINK, { n: 2, price: formatPrice('85.0') })).toBe(
      'View cart, 2 items, Tk 85.0',
    );
    expect(formatMessage(messages.NO_LONGER_AVAILABLE, { names: 'Rui, Tea' })).toBe('No longer available: Rui, Tea.');
  });

  test('of counts have a form for one', () => {
    const both = (text: '{n} piece|{n} pieces' | '{n} suggestion|{n} suggestions') =>
      [0, 1, 2].map((n) => formatMessage(text, { n }));
    expect(both(messages.PIECE_COUNT)).toEqual(['0 pieces', '1 piece', '2 pieces']);
    expect(both(messages.SUGGESTION_COUNT)).toEqual(['0 suggestions', '1 suggestion', '2 suggestions']);
  });
});

describe('names', () => {
  test('of groups are those of product §2', () => {
    expect(messages.GROUP_NAMES).toEqual({
      trending: 'Trending now',
      'raw-products': 'Raw Products',
      beverages: 'Beverages',
    });
  });

  test('of listings have the spelling of product §2', () => {
    const named = (group: string) =>
      FIRST_CATEGORIES.flatMap((category) => (category.group === group ? category.name : []));
    expect(named('raw-products')).toEqual([
      'Vegetables',
      'Fruits',
      'Meat',
      'Fish',
      'Eggs',
      'Spices',
      'Rice',
      'Flour',
      'Oil',
    ]);
    expect(named('beverages')).toEqual(['Tea & Coffe', 'Dry Fruits', 'Jams & Jellies', 'Biscuits', 'Cakes', 'Breads']);
    expect(TRENDING_LISTINGS.map(({ slug }) => messages.LISTING_NAMES[slug])).toEqual([
      'Top Products',
      'Recent Products',
      'Popular Now',
    ]);
  });

  test('that were stored are shown as they are', () => {
    for (const names of [
      messages.SEARCH_CATEGORY_NAMES,
      messages.UNIT_NAMES,
      messages.STATUS_NAMES,
      messages.PAYMENT_STATUS_NAMES,
      messages.GENDER_NAMES,
      messages.DIVISION_NAMES,
    ])
      expect(Object.values(names)).toEqual(Object.keys(names));
  });
});
