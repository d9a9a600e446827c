/**
 * All texts that the shop shows, in the exact wording of product §2, §5 and §8, odd spellings included. Names of
 * categories and listings are in catalogue.ts. One constant for each text, so that a page's bundle contains only its
 * own texts.
 */

/** What a shop is called that has no SHOP_NAME. */
export const DEFAULT_SHOP_NAME = 'Sodai';

// The shell

export const STORE_HOURS = 'Sunday to Thursday, 9:00 AM to 10:00 PM';
export const PROMO = '30% off for the first order with a gift box';
export const HOME = 'Home';
export const GROCERIES = 'Groceries';
export const TRENDING_NOW = 'Trending now';
export const RAW_PRODUCTS = 'Raw Products';
export const BEVERAGES = 'Beverages';
export const NEW_OFFERS = 'New Offers';
export const CART_ITEMS = 'Cart Items';
export const ABOUT_US = 'About Us';
export const HELP = 'Help';
export const VIEW_MORE = 'View more';
export const SEARCH = 'Search';
export const SEARCH_PRODUCTS = 'Search products';
export const SEARCH_CATEGORY = 'Search category';
export const ALL_CATEGORIES = 'All';
export const SUGGESTIONS = 'Suggestions';
export const SEARCH_EXAMPLES = 'Rice, ilish, tea …';
export const PROFILE = 'Profile';
export const MENU = 'Menu';
export const CATEGORY_BAR = 'Categories';
export const BREADCRUMB = 'Breadcrumb';
export const QUICK_LINKS = 'Quick links';
export const SHORTCUTS = 'Shortcuts';
export const SHOP_BY_CATEGORY = 'Shop by category';
/** Announced to screen readers instead of the page title when a screen fails. */
export const PAGE_FAILED = 'This page could not be opened.';
export const SKIP_TO_CONTENT = 'Skip to content';
export const LOADING = 'Loading';
export const NO_CONNECTION = 'No connection. The page opens as soon as there is one.';
export const YOU_ARE_OFFLINE = 'You are offline';
export const OPENS_WITH_CONNECTION = 'This page opens by itself as soon as there is a connection.';
export const CAN_BE_OPENED = 'What you can open now';
export const INSTALL = 'Install';
export const ORDER_NEEDS_CONNECTION =
  'No connection. You can go on here, and nothing you typed is lost. To order, you need a connection.';
export const DISMISS = 'Dismiss';
export const PAY_ON_ARRIVAL = 'Pay in cash when it arrives';
export const ABOUT_TAGLINE = 'Groceries for your kitchen, brought to your door and paid in cash.';
export const NEWSLETTER = 'Newsletter';
export const YOUR_EMAIL = 'Your e-mail';
export const FOOTER_COLUMNS = { navigation: 'Navigation', trending: 'Trending', services: 'Services' } as const;
export const FOOTER_PLACEHOLDERS = {
  affiliate: 'Become an Affiliate',
  trackOrders: 'Track Orders',
  blogs: 'Latest Blogs',
  contact: 'Contact Us',
  terms: 'Terms of use',
  privacy: 'Privacy policy',
} as const;
/** The social and app-store links. They have no target yet. */
export const SOCIAL_LINKS = ['Facebook', 'Instagram', 'YouTube', 'App Store', 'Google Play'] as const;

/** Above a page that the browser had stored; `time`: '14:05'. */
export function asOf(time: string): string {
  return `As of ${time}. Prices may have changed.`;
}

/** The header's cart link: `n` is the number of distinct products. */
export function cartLink(n: number): string {
  return `Cart, ${n} items`;
}

export function homeLink(shopName: string): string {
  return `${shopName}, home`;
}

export function callLink(phone: string): string {
  return `Call ${phone}`;
}

/** The delivery cost, in Tk. */
export function deliveryFor(tk: number): string {
  return `Delivery for ${inTk(tk)}, whatever you order`;
}

// Home, about, help

/** The home page's heading, line by line. */
export const FRESH_FROM_THE_BAZAAR = ['Fresh from the bazaar,', 'at your door'] as const;
export const SEE_THE_OFFERS = 'See the offers';
export const ABOUT_DESCRIPTION = 'About the shop.';
export const HELP_DESCRIPTION = 'Help with the shop.';

export function homeDescription(shopName: string): string {
  return `${shopName}: rice, fish, vegetables, spices, tea and more, brought to your door in Bangladesh. Pay in cash on delivery.`;
}

// Products and listings

export const ADD_TO_CART = 'Add to Cart';
export const ADDED = 'Added';
export const INCREASE_QUANTITY = 'Increase quantity';
export const DECREASE_QUANTITY = 'Decrease quantity';
/** A product that cannot be ordered now. */
export const NOT_AVAILABLE = 'Not available';
export const MORE_LIKE_THIS = 'More like this';
export const SHARE = 'Share';
export const LINK_COPIED = 'Link copied';
export const FAVOURITES = 'Favourites';
export const FAVOURITE = 'Favourite';
export const NO_FAVOURITES =
  'Press the heart on a product that you buy often, and find it here. Favourites stay in this browser.';
export const INSTEAD_OF = 'instead of';
export const NOTHING_TODAY = 'Nothing here today. Please look in again.';
export const NO_OFFERS_TODAY = 'No offers today. Please look in again.';
export const SHOW_MORE = 'Show more';
export const SHOW_MORE_FAILED = 'That did not work. Try again';
export const BROWSE_GROCERIES = 'Browse the groceries';
export const DID_YOU_MEAN = 'Did you mean …';
export const TRY_ANOTHER_WORD = 'Try another word, or look around: the first three letters are enough.';
export const TYPE_TO_SEARCH = 'Type what you are looking for into the search box above.';
export const GROCERIES_DESCRIPTION =
  'Everything the shop has: vegetables, fruits, fish, meat, rice, spices, tea, biscuits and more.';
export const OFFERS_DESCRIPTION = 'Groceries that cost less today.';
export const SEARCH_DESCRIPTION = 'Find groceries by name, category, price, weight or unit.';

/** A listing's count: '12 Items', and also '1 Items' (product §2). */
export function itemCount(n: number | string): string {
  return `${n} Items`;
}

/** A price or an amount with its currency: 'Tk 85'. */
export function inTk(amount: number | string): string {
  return `Tk ${amount}`;
}

/** What a shared product's card says: 'Tk 85 for 1 kg'. `measure` is its weight and unit, or empty. */
export function productDescription(price: number | string, measure: string): string {
  return measure === '' ? inTk(price) : `${inTk(price)} for ${measure}`;
}

/** How many suggestions there are, for screen readers. */
export function suggestionCount(n: number): string {
  return n === 1 ? '1 suggestion' : `${n} suggestions`;
}

/** The badge of a discounted product, from the discount's text: '12.5% off'. */
export function discountBadge(discount: string): string {
  return `${discount}% off`;
}

/** The heading of a group's tiles, from the group's name: 'Beverages categories'. */
export function categoriesOf(group: string): string {
  return `${group} categories`;
}

export function groupDescription(group: string): string {
  return `${group} of the shop, by category.`;
}

export function listingDescription(listing: string, count: number): string {
  return `${listing}: ${count} products, with prices in Tk, delivered in Bangladesh.`;
}

/** The page title of a search. */
export function searchTitle(text: string): string {
  return `Search: ${text}`;
}

/** The heading of the search results. */
export function resultsFor(text: string): string {
  return `Results for “${text}”`;
}

/** The link back from a search without results; `category` is the select's choice. */
export function backTo(category: string): string {
  return `Back to ${category === 'all' ? 'all groceries' : category}`;
}

/** Shown when a search finds nothing; `category` is the select's choice ('all', 'raw-products', 'beverages'). */
export function noItemsFound(category: string): string {
  return `No items found in category ${category}!`;
}

// The confirmation banner

export const CONFIRMATION = 'Confirmation';
export const CLOSE = 'Close';
export const ORDER_CONFIRMED = 'Your order has been confirmed!';
export const VIEW_ORDERS = 'View orders';
export const ACCOUNT_SCHEDULED = "Your account is scheduled for deletion. If you don't do this please login again!";

/** The order banner's greeting; 'user' when the name is unknown. */
export function greeting(name: string | undefined): string {
  return `Hello ${name || 'user'}!`;
}

// Signing in

export const LOGIN = 'Login';
export const REGISTER = 'Register';
export const FORGOT_PASSWORD = 'Forgot password';
export const NEW_HERE = 'New here?';
export const CART_IS_WAITING = 'Your cart is waiting for you. Log in or register, and it goes on from there.';
export const HERE_BEFORE = 'Here before?';
export const CREATE_AN_ACCOUNT = 'Create an account';
export const PASSWORD_HINT = 'At least 8 characters. A few words in a row make a good password.';
export const SHOW_PASSWORD = 'Show password';
export const HIDE_PASSWORD = 'Hide password';
export const SEND_RESET_LINK = 'Send reset link';
export const SET_NEW_PASSWORD = 'Set new password';
export const BACK_TO_LOGIN = 'Back to login';
export const RESET_PASSWORD = 'Reset password';
export const RESET_HINT = 'Tell us your e-mail, and we send you a link to set a new password.';
export const SET_A_NEW_PASSWORD = 'Set a new password';
export const PASSWORD_CHANGED = 'Your password is changed, and you are logged out everywhere.';
export const ASK_FOR_NEW_LINK = 'Ask for a new link';
/** A reset link with an invalid token. */
export const INVALID_TOKEN = 'Invalid token';
export const NAME_CONTROL_CHARACTERS = 'Name must not contain control characters!';
export const CURRENT_PASSWORD_WRONG = 'This is not your current password!';
export const USER_NOT_FOUND = 'user not found!';
/** The code sent with `USER_NOT_FOUND`. */
export const USER_NOT_FOUND_CODE = 400;
export const NO_USER_WITH_EMAIL = 'No user found with this email!';
export const RESET_SENT = 'A message was sent to your email. Please check it out to reset your password!';

/** Shown when the identity provider refuses a reset. */
export function resetError(code: string | number, message: string): string {
  return `Error ${code}!! ${message}`;
}

// The account

export const ACCOUNT_MENU = 'Account';
export const MY_ACCOUNT = 'My Account';
export const MY_PROFILE = 'My Profile';
export const UPDATE_PROFILE = 'Update Profile';
export const MY_ORDERS = 'My Orders';
export const SWITCH_TO_ADMIN = 'Switch to Admin';
export const LOGOUT = 'Logout';
export const TOTAL_ORDERS = 'Total Orders';
export const PENDING = 'Pending';
export const SHIPPED = 'Shipped';
export const PAYMENT_DUE = 'Payment Due';
export const JOINED = 'Joined';
export const EDIT = 'Edit';
export const PROFILE_PICTURE = 'Profile picture';
export const DEFAULT_PROFILE_PICTURE = 'Default profile picture';
export const UPDATE_PROFILE_BUTTON = 'Update profile';
export const UPLOAD_IMAGE = 'Upload image';
export const DELETE_IMAGE = 'Delete image';
export const UPLOADING = 'Uploading...';
export const PROFILE_UPDATED = 'Profile updated!';
export const PROFILE_UPDATE_FAILED = 'Profile update failed!';
export const IMAGE_UPLOAD_FAILED = 'Image upload failed!';
export const IMAGE_DELETED = 'Profile image deleted!';
export const IMAGE_DELETE_FAILED = 'Failed to delete!';
export const PICTURE_FORMATS = 'A picture must be a JPEG, PNG, WebP, AVIF or GIF file.';
export const PICTURE_DAMAGED = 'The picture is damaged.';
export const ONE_PICTURE_AT_A_TIME = 'Another picture of yours is being uploaded. Please wait for it.';
export const PICTURES_BUSY = 'Too many pictures are being uploaded just now. Please try again in a moment.';

/** A picture file that is too large; `limit` in bytes. */
export function pictureTooLarge(limit: number): string {
  return `A picture may have at most ${limit / 1024 / 1024} MB.`;
}

/** A picture with too many pixels. */
export function tooManyPixels(limit: number): string {
  return `A picture must have at most ${limit / 1_000_000} megapixels.`;
}

/** A customer sent too many pictures. */
export function tooManyPictures(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return `Too many pictures. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
}

export const CHANGE_PASSWORD = 'Change password';
export const CURRENT_PASSWORD = 'Current password';
export const NEW_PASSWORD = 'New password';
export const PASSWORD_IS_CHANGED = 'Your password is changed. Every other browser and phone is logged out.';
export const BACK_TO_PROFILE = 'Back to my profile';
export const LOG_OUT_EVERYWHERE = 'Log out everywhere';
export const DELETE_ACCOUNT = 'Delete account';
export const DELETE_ACCOUNT_HINT =
  'Your account will be scheduled for deletion, and you will be logged out everywhere. Until it is deleted you can keep it by logging in again.';
export const TYPE_TO_CONFIRM = 'Type delete-my-account to confirm';
export const TEXT_NOT_MATCHED = 'Text not matched!';

// Forms

export const DETAILS = 'Details';
export const ADDRESS = 'Address';
export const CHOOSE = 'Choose …';
export const PHONE_EXAMPLE = '01700000000';
export const POSTCODE_EXAMPLE = '1207';

/** Labels of the form fields. */
export const FIELD_LABELS = {
  name: 'Name',
  email: 'Email',
  password: 'Password',
  phone: 'Phone',
  gender: 'Gender',
  street: 'Street',
  city: 'City',
  postcode: 'Postcode',
  division: 'Division',
  country: 'Country',
} as const;
export type LabelledField = keyof typeof FIELD_LABELS;

export const INVALID_PHONE = 'Phone must be 11 digits long!';
export const INVALID_POSTCODE = 'Postcode must have 4 digits!';
export const INVALID_EMAIL = 'Please enter a valid email!';

/** A required field that is empty, where product §5 has no message of its own. */
export function required(field: LabelledField): string {
  return `${FIELD_LABELS[field]} is required!`;
}

/** A field with too many characters. */
export function tooLong(field: LabelledField, limit: number): string {
  return `${FIELD_LABELS[field]} must have at most ${limit} characters!`;
}

/** A value that is not one of the field's options. */
export function notAChoice(field: LabelledField): string {
  return `${FIELD_LABELS[field]} must be one of the choices!`;
}

// Cart, checkout, payment

export const CART_IS_EMPTY = 'Cart is Empty!';
export const CART = 'Cart';
export const CHECKOUT = 'Checkout';
export const PAYMENT = 'Payment';
export const EMPTY_CART_HINT = 'What you add to the cart waits here for you.';
export const EMPTY_CART = 'Empty cart';
export const CART_LINES = 'Cart items';
export const ADD_MORE = 'Add more';
export const SEE_THE_CART = 'See the cart';
export const REMOVE = 'Remove';
export const SUBTOTAL = 'Subtotal';
export const SHIPPING = 'Shipping';
export const DISCOUNT = 'Discount';
export const DISCOUNT_INCLUDED = 'Already taken off the prices above.';
export const TOTAL = 'Total';
export const CONFIRM_CHECKOUT = 'Confirm checkout';
export const FILL_YOUR_DETAILS = 'Please fill your details first!';
export const HOW_TO_PAY = 'How would you like to pay?';
export const CASH_HINT = 'You pay in cash when the groceries are at your door.';
export const PAY_CASH = 'Cash On delevery';
export const PAY_CARD = 'Card (Stripe)';
export const PLACE_ORDER = 'Place order';
export const PLACING_ORDER = 'Placing your order …';
export const PAYMENT_CART_EMPTY = 'Cart is empty!';
export const SELECT_PAYMENT_METHOD = 'Please select a payment method!';
export const STRIPE_NOT_INCLUDED = 'Sorry! Stripe is not included yet!';
export const SOMETHING_WRONG = 'Something wrong!';
export const ORDER_PLACED = 'Order placed successfully!';
export const PRICE_CHANGED = 'Some prices have changed. Please check your cart and confirm again!';
export const PRODUCT_UNAVAILABLE = 'Some products are no longer available. Please remove them from your cart!';
export const PRICES_HAVE_CHANGED = 'Some prices have changed.';
export const PRODUCTS_ARE_GONE = 'Some products are no longer available.';
export const PRODUCT_IS_GONE = 'No longer available. Please remove it.';
export const PRODUCT_NOT_AVAILABLE = 'Not available right now. Please remove it.';
export const QUANTITY = 'Quantity';
export const TRYING_AGAIN = 'Not sure it went through. Trying again …';
export const ORDER_NOT_PLACED = 'Your last order was not placed. You can order again.';
export const SEE_MY_ORDERS = 'Once you have logged in, My Orders shows whether your order went through.';
export const TOO_MANY_ORDERS = 'Too many orders in a short time. Nothing was ordered; please try again later!';
export const KEY_REUSED = 'This key was used for another order.';

export const VIEW_CART = 'View cart';

/** The link at the bottom edge of a phone; `n` is the number of distinct products, `amount` their price in Tk with 1 decimal. */
export function viewCart(n: number, amount: string): string {
  return `${VIEW_CART}, ${n} items, ${inTk(amount)}`;
}

/** When an order can be expected; `day` as in delivery.ts. */
export function expectedOn(day: string): string {
  return `Expected delivery: ${day}`;
}

/** What an order had that cannot be bought any more. */
export function noLongerAvailable(names: readonly string[]): string {
  return `No longer available: ${names.join(', ')}.`;
}

/** The number of pieces of a cart or an order. */
export function pieceCount(n: number): string {
  return n === 1 ? '1 piece' : `${n} pieces`;
}

/** The price of one piece in a cart line, in Tk with 1 decimal. */
export function priceEach(amount: string): string {
  return `${inTk(amount)} each`;
}

/** A cart line whose price has changed; `before` is the old price of one piece, in Tk with 1 decimal. */
export function priceHasChanged(before: string): string {
  return `The price has changed. It was ${inTk(before)} each.`;
}

/** An order with too many lines. */
export function tooManyLines(limit: number): string {
  return `An order can have at most ${limit} products!`;
}

/** A quantity outside the allowed range. */
export function badQuantity(limit: number): string {
  return `Quantity must be a whole number from 1 to ${limit}!`;
}

// Orders

export const NOTHING_ORDERED = 'You have not ordered anything yet.';
export const OLDER_ORDERS = 'Older orders';
export const ORDER_ITEMS = 'Items';
export const ORDER_AGAIN = 'Order again';
export const IN_CART_AT_TODAYS_PRICES = 'Your order is in the cart again, at today’s prices.';
export const NOTHING_LEFT_TO_ORDER = 'Nothing of this order can be bought any more.';
export const ORDER_HISTORY = 'History';
/** What happened to an order, by its new status and by who changed it. */
export const ORDER_EVENTS = {
  pending: { owner: 'Placed', operator: 'Placed' },
  canceled: { owner: 'Canceled by you', operator: 'Canceled by the shop' },
  delivered: { owner: 'Delivered', operator: 'Delivered' },
} as const;
export const TOTALS = 'Totals';
export const SHIPS_TO = 'Ships to';
export const CANCEL_ORDER = 'Cancel order';
export const CANCELED = 'Canceled';
export const CONFIRM_CANCELLATION = 'Confirm order cancellation!';
export const CANCEL = 'Cancel';
export const CONFIRM = 'Confirm';
export const ORDER_CANCELED = 'Your order is successfully cancled!';
export const INVALID_ORDER_ID = 'Invalid Order Id!';
export const AN_ERROR_OCCURED = 'An error occured!';

/** A time of Dhaka beside a time in UTC. */
export function inDhaka(time: string): string {
  return `${time} in Dhaka`;
}

/** The expected day of an order has passed. */
export function deliveryIsLate(phone: string): string {
  return `It should have been with you by now. Please call ${phone}.`;
}

/** An order with its short id: 'Order #abc123'. */
export function orderName(shortId: string): string {
  return `Order ${shortId}`;
}

/** What canceling an order does; `shortId` as in `orderName`. */
export function cancellationHint(shortId: string): string {
  return `${orderName(shortId)} will not be delivered.`;
}

// Failures

export const UNEXPECTED_ERROR = 'Unexpected Application Error!';
export const LOG_IN_FIRST = 'Please log in first.';
export const NO_SUCH_ADDRESS = 'There is nothing at this address.';
export const NO_SUCH_PART = 'There is no such part of the shop.';
export const NO_SUCH_PRODUCT = 'There is no such product.';
export const NO_SUCH_LISTING = 'There is no such listing.';
export const BACK_TO_SHOP = 'Back to the shop';
export const SEE_ALL_GROCERIES = 'See all groceries';
