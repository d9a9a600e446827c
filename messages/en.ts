import type { DayPeriods } from '../base/dates.ts';
import type { Language } from '../base/language.ts';
import { DIVISIONS } from '../domain/accounts/address.ts';
import { SEARCH_CATEGORIES } from '../domain/catalogue/search.ts';
import {
  type ChangedStatus,
  ORDER_STATUSES,
  type OrderActor,
  type OrderStatus,
  type PaymentStatus,
} from '../domain/orders/order.ts';
import type { StaffPush } from '../domain/orders/change-order.ts';
import type { Missing } from '../domain/orders/checkout-state.ts';
import type { ToldReason } from '../domain/orders/reasons.ts';
import type { ToldStage } from '../domain/orders/stages.ts';
import type { LabelledField } from '../domain/outcome.ts';

/**
 * All texts of the shop in English, in the exact words of product §2, §5 and §8. Screens import them as `#messages`,
 * which a build resolves to its language (decision 17). Each text is a constant of its own, so that a page's scripts
 * have only the texts of the page.
 */

export const LANGUAGE: Language = 'en';

/** Names that were stored are shown as they are. The second comment lets scripts leave out what they do not use. */
/* @__NO_SIDE_EFFECTS__ */
function asStored<Name extends string>(names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, name])) as { readonly [Stored in Name]: Stored };
}

// Names

export const GROUP_NAMES = {
  trending: 'Trending now',
  'raw-products': 'Raw Products',
  beverages: 'Beverages',
} as const;

/** With the spelling of product §2. */
export const LISTING_NAMES = {
  'top-products': 'Top Products',
  'recent-products': 'Recent Products',
  'popular-now': 'Popular Now',
} as const;

export const SEARCH_CATEGORY_NAMES = asStored(SEARCH_CATEGORIES);

/** Units of the catalogue; another unit is shown as it is. */
export const UNIT_NAMES = asStored(['kg', 'g', 'L', 'ml', 'pc', 'pcs', 'pc(s)', 'bunch', 'dozen', 'pack']);

export const STATUS_NAMES = asStored(ORDER_STATUSES);
export const PAYMENT_STATUS_NAMES = { unpaid: 'unpaid', paid: 'paid' } as const satisfies Record<PaymentStatus, string>;
export const PAYMENT_METHOD_NAMES = { cashon: 'Cash On delevery', stripe: 'Card (Stripe)' } as const;
export const GENDER_NAMES = { male: 'male', female: 'female' } as const;
export const DIVISION_NAMES = asStored(DIVISIONS);
export const COUNTRY_NAME = 'Bangladesh';

// Amounts, days, times

export const PRICE = 'Tk {amount}';
export const DAY = '{weekday} {day} {month}';
export const SHORT_DAY = '{day} {month}';
export const DAY_OF_YEAR = '{weekday} {day} {month} {year}';
export const TODAY = 'today, {day}';
export const TOMORROW = 'tomorrow, {day}';
export const TIME = '{day} {month} {year}, {clock}';
export const TIME_OF_COPY = '{day} {month}, {clock}';
export const CLOCK = '{hour}:{minute} {period}';
/** The parts of a day from their first hour on. */
export const DAY_PERIODS: DayPeriods = [
  [0, 'AM'],
  [12, 'PM'],
];

// The shell

/** When the shop is open: 'Sunday to Thursday, 9:00 AM to 10:00 PM'. */
export const DAYS_AND_HOURS = '{days}, {opens} to {closes}';
export const SPAN_OF_DAYS = '{from} to {to}';
export const FULL_HOUR = '{hour}:00 {period}';
/** Of a delivery time. */
export const HOUR = '{hour} {period}';
export const SLOT_HOURS = '{from}–{to}';
export const DELIVERY_TIME = 'Delivery time';
export const SLOT_IS_FULL = 'Full';
export const DEMO_SHOP = 'This is a demo shop';
export const HOME = 'Home';
export const GROCERIES = 'Groceries';
export const NEW_OFFERS = 'New Offers';
export const CART_ITEMS = 'Cart Items';
export const ABOUT_US = 'About Us';
export const HELP = 'Help';
export const VIEW_MORE = 'View more';
export const SEARCH = 'Search';
export const SEARCH_PRODUCTS = 'Search products';
export const SEARCH_CATEGORY = 'Search category';
export const ALL_CATEGORIES = 'All';
export const CLEAR = 'Clear';
export const NOTHING_FOUND = 'Nothing found';
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
export const UNDO = 'Undo';
export const PAY_ON_ARRIVAL = 'Pay in cash when it arrives';
export const ABOUT_TAGLINE = 'Groceries for your kitchen, brought to your door and paid in cash.';
export const NEWSLETTER = 'Newsletter';
export const YOUR_EMAIL = 'Your e-mail';
export const FOOTER_NAVIGATION = 'Navigation';
export const FOOTER_TRENDING = 'Trending';
export const FOOTER_SERVICES = 'Services';
export const AFFILIATE = 'Become an Affiliate';
export const TRACK_ORDERS = 'Track Orders';
export const BLOGS = 'Latest Blogs';
export const CONTACT = 'Contact Us';
export const TERMS = 'Terms of use';
export const PRIVACY = 'Privacy policy';
/** The social and app-store links. They have no target yet. */
export const SOCIAL_LINKS = ['Facebook', 'Instagram', 'YouTube', 'App Store', 'Google Play'] as const;
/** Above a page that the browser had stored; `time`: '14:05'. */
export const AS_OF = 'As of {time}. Prices may have changed.';
/** The header's cart link: `n` is the number of distinct products. */
export const CART_LINK = 'Cart, {n} items';
export const HOME_LINK = '{shop}, home';
export const CALL_LINK = 'Call {phone}';
/** The delivery cost, in Tk. */
export const DELIVERY_FOR = '{price} delivery, any order';
/** The same where not every order costs that: what there is of the three. */
export const DELIVERY_FEE = '{price} delivery';
/** Where it depends on an area that is not known. */
export const DELIVERY_FROM = 'Delivery from {price}';
export const AT_LEAST = 'from {price}';
export const FREE_FROM = 'free from {price}';
export const ORDERS_FROM = 'orders from {price}';
/** The promise below the logo: for the eye 'Tomorrow · Tk 60 · Cash'; its sentence is one of the next four, and the last. */
export const PROMISE = '{day} · {price} · Cash';
export const ARRIVES_TODAY = 'Today';
export const ARRIVES_TOMORROW = 'Tomorrow';
export const ORDER_BEFORE_HOUR = 'Order before {hour} {period}: today';
export const ORDER_BEFORE = 'Order before {hour}:{minute} {period}: today';
export const ORDER_NOW_TOMORROW = 'Order now: tomorrow';
export const ORDER_NOW = 'Order now: {weekday}';
export const DELIVERY_AND_CASH = 'Delivery {price} · Cash';

// Home, about, help

/** The home page's heading, line by line. */
export const FRESH_FROM_THE_BAZAAR = ['Fresh from the bazaar,', 'at your door'] as const;
export const SEE_THE_OFFERS = 'See the offers';
/** The products that a customer's last orders had. */
export const YOUR_USUAL = 'Your usual';
/** In cash, when the order comes. */
export const HAVE_AMOUNT = 'have {price}';
export const ABOUT_DESCRIPTION = 'About the shop.';
export const HELP_DESCRIPTION = 'Help with the shop.';

export const HOME_DESCRIPTION =
  '{shop}: rice, fish, vegetables, spices, tea and more, brought to your door in Bangladesh. Pay in cash on delivery.';

// Products and listings

export const ADD_TO_CART = 'Add to Cart';
export const ADDED = 'Added';
export const INCREASE_QUANTITY = 'Increase quantity';
export const DECREASE_QUANTITY = 'Decrease quantity';
export const NOT_AVAILABLE = 'Not available';
export const ONLY_LEFT = 'Only {left} left';
export const ONLY_LEFT_OF = 'Only {left} of {name} are left.';
export const MORE_LIKE_THIS = 'More like this';
export const BACK = 'Back';
export const SHARE = 'Share';
export const LINK_COPIED = 'Link copied';
export const FAVOURITES = 'Favourites';
export const FAVOURITE = 'Favourite';
export const NO_FAVOURITES =
  'Press the heart on a product that you buy often, and find it here. Favourites stay in this browser.';
export const INSTEAD_OF = 'instead of';
/** What a discounted product costs less; what a kilogram or litre costs; what to do when it is bad. */
export const YOU_SAVE = 'You save {price}';
export const PRICE_PER_UNIT = '{price} / {unit}';
export const NOT_FRESH = 'Not fresh? Call {phone}';
export const NOTHING_TODAY = 'Nothing here today. Check back tomorrow.';
export const NO_OFFERS_TODAY = 'No offers today. Check back tomorrow.';
export const SHOW_MORE = 'Show more';
export const SHOW_MORE_FAILED = 'That did not work. Try again';
export const BROWSE_GROCERIES = 'Browse the groceries';
export const FOUND_BY_BEGINNING = 'Nothing called “{text}”. These begin with “{foundBy}”.';
export const DID_YOU_MEAN = 'Did you mean …';
export const BEST_MATCHES = 'Best matches';
export const MORE_RESULTS = 'More results';
export const TRY_ANOTHER_WORD = 'Check the spelling, or try another word, in English or Bangla.';
export const TYPE_TO_SEARCH = 'Type what you are looking for into the search box above.';
export const GROCERIES_DESCRIPTION =
  'Everything the shop has: vegetables, fruits, fish, meat, rice, spices, tea, biscuits and more.';
export const OFFERS_DESCRIPTION = 'Groceries that cost less today.';
export const SEARCH_DESCRIPTION = 'Find groceries by name, category, price, weight or unit.';
/** A listing's count: '12 Items', and also '1 Items' (product §2). */
export const ITEM_COUNT = '{n} Items';
/** The same where the number of pieces follows: '02 Items, 5 pieces'. */
export const KIND_COUNT = '{n} Item|{n} Items';
/** What a shared product's card says: 'Tk 85 for 1 kg'. `measure` is its weight and unit, or empty. */
export const PRICE_FOR = '{price} for {measure}';
export const SUGGESTION_COUNT = '{n} suggestion|{n} suggestions';
/** The badge of a discounted product, from the discount's text: '12.5% off'. */
export const DISCOUNT_BADGE = '{percent}% off';
export const CATEGORIES_OF = '{group} categories';
export const GROUP_DESCRIPTION = '{group} of the shop, by category.';
export const LISTING_DESCRIPTION = '{listing}: {n} products, with prices in Tk, delivered in Bangladesh.';
export const SEARCH_TITLE = 'Search: {text}';
export const RESULTS_FOR = 'Results for “{text}”';
/** The link back from a search without results; `category` is the select's choice. */
export const BACK_TO = 'Back to {category}';
export const ALL_GROCERIES_NAME = 'all groceries';
/** Shown when a search finds nothing; `category` is the select's choice ('all', 'raw-products', 'beverages'). */
export const NO_ITEMS_FOUND = 'No items found in category {category}!';

// The confirmation banner

export const CONFIRMATION = 'Confirmation';
export const CLOSE = 'Close';
export const ORDER_CONFIRMED = 'Your order has been confirmed!';
export const VIEW_ORDERS = 'View orders';
export const ACCOUNT_SCHEDULED = "Your account is scheduled for deletion. If you don't do this please login again!";
export const GREETING = 'Hello {name}!';
export const UNKNOWN_NAME = 'user';

// Signing in

export const LOGIN = 'Login';
export const LOGIN_DESCRIPTION = 'Log in to order groceries and to see your orders.';
export const REGISTER = 'Register';
export const REGISTER_DESCRIPTION = 'Open an account to order groceries.';
export const FORGOT_PASSWORD = 'Forgot password';
export const CART_IS_WAITING = 'Your cart is waiting for you. Log in or register to check out.';
export const NO_COOKIES =
  'This browser keeps no cookies, and without them nobody stays logged in. Allow cookies for this shop in the browser’s settings, then log in again.';
export const CREATE_AN_ACCOUNT = 'Create an account';
export const PASSWORD_HINT = 'At least 8 characters. Four random words are easy to remember.';
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
export const RESET_SENT = 'A message was sent to your email. Please check it out to reset your password!';
export const RESET_ERROR = 'Error {code}!! {message}';

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
export const MANY_SHOPPERS = 'Many people are shopping just now. This page opens by itself in a moment.';
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

// Forms

export const DETAILS = 'Details';
export const CHOOSE = 'Choose …';
export const PHONE_EXAMPLE = '01700000000';
export const POSTCODE_EXAMPLE = '1207';

export const FIELD_LABELS = {
  name: 'Name',
  email: 'Email',
  password: 'Password',
  phone: 'Phone',
  gender: 'Gender',
  area: 'Area',
  street: 'Street',
  city: 'City',
  postcode: 'Postcode',
  division: 'Division',
  country: 'Country',
} as const satisfies Record<LabelledField, string>;

/** A required field that is empty, where product §5 has no message of its own. */
export const REQUIRED = '{field} is required!';

// Cart, checkout, payment

export const CART_IS_EMPTY = 'Cart is Empty!';
export const CART = 'Cart';
export const CHECKOUT = 'Checkout';
export const PAYMENT = 'Payment';
export const YOUR_CART_IS_EMPTY = 'Your cart is empty';
export const EMPTY_CART_HINT = 'Add what you need.';
export const EMPTY_CART = 'Empty cart';
export const CART_LINES = 'Cart items';
export const ADD_MORE = 'Add more';
export const SEE_THE_CART = 'See the cart';
export const REMOVE = 'Remove';
export const REMOVED = '{name} is removed.';
export const SUBTOTAL = 'Subtotal';
export const SHIPPING = 'Shipping';
export const DISCOUNT = 'Discount';
/** Below the total: it is not part of the sum, because the subtotal already excludes it. */
export const YOU_SAVED = 'You saved {price}';
export const TOTAL = 'Total';
export const CONFIRM_CHECKOUT = 'Confirm checkout';
export const IF_MISSING = 'If something is missing';
export const MISSING_CHOICES = {
  call: 'Call me',
  leave: 'Leave it out',
  similar: 'Send something similar',
} as const satisfies Record<Missing, string>;
export const AREA_EXAMPLE = 'Such as Dhanmondi';
export const NO_AREA_FOUND = 'We deliver to no area of this name.';
export const HOW_TO_PAY = 'How would you like to pay?';
/** Beside the card. */
export const NOT_YET = 'not yet';
export const CHOOSE_HOW_TO_PAY = 'Choose how to pay';
export const PLACE_ORDER = 'Place order';
export const PLACING_ORDER = 'Placing your order …';
export const ORDER_PLACED = 'Order placed successfully!';
/** What an order will cost at the door. */
export const HAVE_READY = 'Have {price} ready.';
/** What is ordered; `n`: distinct products. */
export const LINES_AND_PRICE = '{n} item · {price}|{n} items · {price}';
/** After an order. */
export const BACK_TO_SHOP_IN = 'Back to the shop in {seconds} s';
export const PRODUCTS_HAVE_CHANGED = 'Some products or prices have changed.';
export const PRODUCTS_ARE_GONE = 'Some products are no longer available.';
export const PRODUCT_IS_GONE = 'No longer available. Please remove it.';
export const PRODUCT_NOT_AVAILABLE = 'Not available right now. Please remove it.';
export const QUANTITY = 'Quantity';
export const TRYING_AGAIN = 'Not sure it went through. Trying again …';
export const ORDER_NOT_PLACED = 'Your last order was not placed. You can order again.';
export const SEE_MY_ORDERS = 'Once you have logged in, My Orders shows whether your order went through.';
/** The link at the bottom edge of a phone. `n`: distinct products; `amount`: their price in Tk. */
export const VIEW_CART_LINK = 'View cart, {n} items, {price}';
export const EXPECTED_ON = 'Expected delivery: {day}';
export const NO_LONGER_AVAILABLE = 'No longer available: {names}.';
export const PIECE_COUNT = '{n} piece|{n} pieces';
/** The price of one piece in a cart line, in Tk with 1 decimal. */
export const PRICE_EACH = '{price} each';
/** A cart line whose price has changed; `before` is the old price of one piece, in Tk with 1 decimal. */
export const PRODUCT_HAS_CHANGED = 'This product has changed. It was {product}.';
export const PRICE_HAS_CHANGED = 'The price has changed. It was {price} each.';
/** For a subtotal below it. */
export const SMALLEST_ORDER = 'The smallest order is {price}.';
/** Of a line of the cart. */
export const TOO_MANY_PIECES = '{name}: one order can have at most {limit} pieces.';
export const CART_TOO_LONG = 'One order can have at most {limit} products. In your cart are {n}.';
export const TOO_MANY_PRODUCTS = '{name}: one order can have at most {limit} products.';

// Orders

export const HAVE_AN_ACCOUNT = 'Have an account?';
export const MORE_FIELDS = 'E-mail, postcode and more (not needed)';
export const ORDERS_ADDED = 'Added to your account.';
export const ORDERS_WITHOUT_ACCOUNT =
  'This browser has {n} order without an account.|This browser has {n} orders without an account.';
export const ADD_TO_MY_ACCOUNT = 'Add to my account';
export const ONLY_THIS_BROWSER =
  'Only this browser knows these orders. On a computer that others use, let it forget them.';
export const FORGET_ORDERS = 'Forget these orders here';
export const NOTHING_ORDERED = 'You have not ordered anything yet.';
export const OLDER_ORDERS = 'Older orders';
export const ORDER_ITEMS = 'Items';
export const ORDER_AGAIN = 'Order again';
export const IN_CART_AT_TODAYS_PRICES = 'Your order is in the cart again, at today’s prices.';
export const NOTHING_LEFT_TO_ORDER = 'Nothing of this order can be bought any more.';
export const ORDER_STATE = 'Where it is';
export const ORDER_HISTORY = 'History';
export const ORDER_EVENTS = {
  pending: { owner: 'Placed', operator: 'Placed' },
  canceled: { owner: 'Canceled by you', operator: 'Canceled by the shop' },
  delivered: { owner: 'Delivered', operator: 'Delivered' },
} as const satisfies Record<OrderStatus, Record<OrderActor, string>>;
export const ORDER_STAGE_EVENTS = {
  packed: 'Packed',
  'with rider': 'With the rider',
} as const satisfies Record<ToldStage, string>;
export const ORDER_SET_BACK = 'Open again';
export const PUSH_STAFF = {
  placed: 'New order',
  'to confirm': 'New order, to be confirmed',
  canceled: 'Canceled by the customer',
  returned: 'Not delivered',
} as const satisfies Record<StaffPush | 'to confirm', string>;
export const NOTIFY_ME = 'Notify me';
export const NOTIFY_ME_HINT = 'This phone shows what happens to this order, also when the shop is closed.';
export const NOTIFIED = 'This phone shows what happens to this order.';
export const STOP_NOTIFYING = 'Stop';
export const NOTIFYING_BLOCKED = 'Your browser blocks notifications of this shop. You can allow them in its settings.';
export const CANCEL_REASON_TEXTS = {
  'customer-asked': 'You asked for it',
  'not-reachable': 'We could not reach you',
  'out-of-stock': 'Out of stock',
} as const satisfies Record<ToldReason, string>;
export const ORDER_EDITED = 'Changed by the shop';
export const ADDRESS_EDITED = 'Address or contact changed';
export const LINE_CHANGED = '{to} × {name} instead of {from}';
export const LINE_ADDED = '{to} × {name} added';
export const LINE_REMOVED = '{name} removed';
export const CAME_INSTEAD_OF = 'Instead of {name}';
export const WEIGHED = '{ordered} ordered, {weighed} weighed';
export const SO_MUCH_LESS = '{price} less';
export const SO_MUCH_MORE = '{price} more';
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
export const IN_DHAKA = '{time} in Dhaka';
export const DELIVERY_IS_LATE = 'It should have been with you by now. Please call {phone}.';
export const ORDER_NAME = 'Order {id}';
export const CANCELLATION_HINT = 'Order {id} will not be delivered.';

// Failures

export const NOT_FOUND = 'Not Found';
export const UNEXPECTED_ERROR = 'Unexpected Application Error!';
export const NO_SUCH_ADDRESS = 'There is nothing at this address.';
export const NO_SUCH_PART = 'There is no such part of the shop.';
export const NO_SUCH_PRODUCT = 'There is no such product.';
export const NO_SUCH_LISTING = 'There is no such listing.';
export const BACK_TO_SHOP = 'Back to the shop';
export const SEE_ALL_GROCERIES = 'See all groceries';

// Mails

export const MAIL_HELLO = 'Hello!';
export const MAIL_PLACED_SUBJECT = 'We have your order {id}';
export const MAIL_PLACED = 'Thank you for your order of {time}. This is what we will bring you:';
export const MAIL_TO_BE_PAID = 'To be paid on delivery ({method}).';
export const MAIL_DELIVERY_TO =
  "Delivery to: {division} {postcode}, phone {phone}. Your order's page has the whole address.";
export const MAIL_NOT_YOURS =
  'If you did not order this, somebody gave your e-mail address instead of theirs: do nothing.';
export const MAIL_CHANGED = {
  canceled: {
    subject: 'Your order {id} is canceled',
    text: 'Your order of {time} is canceled. Nothing will be delivered or charged.',
  },
  delivered: { subject: 'Your order {id} is delivered', text: 'Your order of {time} was delivered. Enjoy it!' },
} as const satisfies Record<ChangedStatus, { subject: string; text: string }>;
export const MAIL_SET_BACK = {
  subject: 'Your order {id} is open again',
  text: 'Your order of {time} is open again: what we told you before was a mistake.',
} as const;
export const MAIL_EDITED = {
  subject: 'Your order {id} was changed',
  text: 'We have changed your order of {time}:',
} as const;
export const ON_ITS_WAY = 'Your order {id} is on its way';
export const YOUR_ORDER = 'Your order {id}';
export const CHAT_HELLO = 'Hello, this is {shop}.';
export const MAIL_VIEW_ORDER = 'View your order';
export const MAIL_RESET_SUBJECT = 'Reset your {shop} password';
export const MAIL_RESET = 'Somebody, we hope you, asked for a new password for your account at {shop}.';
export const MAIL_RESET_ONCE = 'The link works once, within {minutes} minutes.';
export const MAIL_RESET_NOT_YOU = 'If it was not you, do nothing: your password stays as it is.';

export const STATEMENT = '{name}, {phone}: what is still to be paid on {day}';
export const STATEMENT_LINE = '{id}, delivered on {day}: {total}, still to be paid {owed}';
export const STATEMENT_SUM = 'To be paid in all: {sum}';

export const CONSOLE_LINK =
  'Your way into the console of {shop}. The link works once, within {hours} hours. Give it to nobody.';

export const CART_LIST = 'Add these products to your cart?';
export const CART_LIST_NOT_WHOLE = 'A part of the link could not be read.';
export const CART_LIST_EMPTY = 'Nothing of this link can be ordered now.';
export const CART_LIST_ADD = 'Add to cart';
export const CART_LIST_NO = 'No, thanks';
export const CART_LIST_FEWER = 'only {n} can be ordered';
