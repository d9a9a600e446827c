import { describe, expect, test } from 'vitest';
import * as messages from './messages.ts';

describe('messages', () => {
  test('of rules have exactly the wording of product §5 and §8', () => {
    expect([
      messages.USER_NOT_FOUND,
      messages.NO_USER_WITH_EMAIL,
      messages.resetError(400, 'Bad'),
      messages.RESET_SENT,
      messages.INVALID_PHONE,
      messages.INVALID_POSTCODE,
      messages.FILL_YOUR_DETAILS,
      messages.TEXT_NOT_MATCHED,
      messages.PAYMENT_CART_EMPTY,
      messages.SELECT_PAYMENT_METHOD,
      messages.SOMETHING_WRONG,
      messages.STRIPE_NOT_INCLUDED,
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
    expect(messages.PAY_CASH).toBe('Cash On delevery');
    expect(messages.UPLOADING).toBe('Uploading...');
  });

  test('with a variable part', () => {
    expect(messages.itemCount(32)).toBe('32 Items');
    expect(messages.itemCount(1)).toBe('1 Items');
    expect(messages.cartLink(3)).toBe('Cart, 3 items');
    expect(messages.discountBadge('12.5')).toBe('12.5% off');
    expect(messages.noItemsFound('raw-products')).toBe('No items found in category raw-products!');
    expect(messages.greeting('Rahim')).toBe('Hello Rahim!');
    expect(messages.greeting('')).toBe('Hello user!');
    expect(messages.greeting(undefined)).toBe('Hello user!');
    expect(messages.inTk(85)).toBe('Tk 85');
    expect(messages.homeLink('Sodai')).toBe('Sodai, home');
    expect(messages.priceEach('85.0')).toBe('Tk 85.0 each');
    expect(messages.deliveryFor(60)).toBe('Delivery for Tk 60, whatever you order');
    expect(messages.backTo('all')).toBe('Back to all groceries');
    expect(messages.backTo('raw-products')).toBe('Back to raw-products');
    expect(messages.priceHasChanged('85.0')).toBe('The price has changed. It was Tk 85.0 each.');
    expect(messages.cancellationHint('#abc123')).toBe('Order #abc123 will not be delivered.');
    expect(messages.required('postcode')).toBe('Postcode is required!');
    expect(messages.tooLong('city', 100)).toBe('City must have at most 100 characters!');
    expect(messages.notAChoice('division')).toBe('Division must be one of the choices!');
  });
});
