/** All texts of the shop in Bangla. en.ts explains each one, and docs/glossary.md has the words. */
import type { DayPeriods } from '../base/dates.ts';
import type { Language } from '../base/language.ts';
import type { ChangedStatus, OrderActor, OrderStatus, PaymentStatus } from '../domain/orders/order.ts';
import type { StaffPush } from '../domain/orders/change-order.ts';
import type { Missing } from '../domain/orders/checkout-state.ts';
import type { ToldReason } from '../domain/orders/reasons.ts';
import type { ToldStage } from '../domain/orders/stages.ts';
import type { LabelledField } from '../domain/outcome.ts';

export const LANGUAGE: Language = 'bn';

// Names

export const GROUP_NAMES = {
  trending: 'ট্রেন্ডিং',
  'raw-products': 'কাঁচাবাজার ও মুদি',
  beverages: 'চা-নাস্তা',
} as const;

export const LISTING_NAMES = {
  'top-products': 'সেরা পণ্য',
  'recent-products': 'নতুন পণ্য',
  'popular-now': 'জনপ্রিয়',
} as const;

export const SEARCH_CATEGORY_NAMES = { all: 'কোনো', 'raw-products': 'কাঁচাবাজার ও মুদি', beverages: 'চা-নাস্তা' } as const;

export const UNIT_NAMES = {
  kg: 'কেজি',
  g: 'গ্রাম',
  L: 'লিটার',
  ml: 'মিলি',
  pc: 'টি',
  pcs: 'টি',
  'pc(s)': 'টি',
  bunch: 'আঁটি',
  dozen: 'ডজন',
  pack: 'প্যাকেট',
} as const;

export const STATUS_NAMES = {
  pending: 'প্রস্তুত হচ্ছে',
  delivered: 'ডেলিভারি হয়েছে',
  canceled: 'বাতিল',
} as const satisfies Record<OrderStatus, string>;
export const PAYMENT_STATUS_NAMES = { unpaid: 'পেমেন্ট বাকি', paid: 'পেমেন্ট হয়েছে' } as const satisfies Record<
  PaymentStatus,
  string
>;
export const PAYMENT_METHOD_NAMES = { cashon: 'ক্যাশ অন ডেলিভারি', stripe: 'কার্ড (Stripe)' } as const;
export const GENDER_NAMES = { male: 'পুরুষ', female: 'নারী' } as const;
export const DIVISION_NAMES = {
  dhaka: 'ঢাকা',
  barishal: 'বরিশাল',
  sylhet: 'সিলেট',
  mymensingh: 'ময়মনসিংহ',
  rajshahi: 'রাজশাহী',
  rangpur: 'রংপুর',
  khulna: 'খুলনা',
  chattogram: 'চট্টগ্রাম',
} as const;
export const COUNTRY_NAME = 'বাংলাদেশ';

// Amounts, days, times

export const PRICE = '৳{amount}';
export const DAY = '{weekday}, {day} {month}';
export const SHORT_DAY = '{day} {month}';
export const DAY_OF_YEAR = '{weekday}, {day} {month} {year}';
export const TODAY = 'আজ {day}';
export const TOMORROW = 'আগামীকাল {day}';
export const TIME = '{day} {month} {year}, {clock}';
export const TIME_OF_COPY = '{day} {month}, {clock}';
export const CLOCK = '{period} {hour}:{minute}';
export const DAY_PERIODS: DayPeriods = [
  [0, 'রাত'],
  [4, 'ভোর'],
  [6, 'সকাল'],
  [12, 'দুপুর'],
  [15, 'বিকেল'],
  [18, 'সন্ধ্যা'],
  [20, 'রাত'],
];

// The shell

export const DAYS_AND_HOURS = '{days}, {opens} থেকে {closes}';
export const SPAN_OF_DAYS = '{from} থেকে {to}';
export const FULL_HOUR = '{period} {hour}টা';
export const HOUR = '{period} {hour}টা';
export const SLOT_HOURS = '{from} থেকে {to}';
export const DELIVERY_TIME = 'ডেলিভারির সময়';
export const SLOT_IS_FULL = 'খালি নেই';
export const DEMO_SHOP = 'এটি একটি ডেমো দোকান';
export const HOME = 'হোম';
export const GROCERIES = 'সব পণ্য';
export const NEW_OFFERS = 'নতুন অফার';
export const CART_ITEMS = 'আমার কার্ট';
export const ABOUT_US = 'আমাদের কথা';
export const HELP = 'সাহায্য';
export const VIEW_MORE = 'আরও দেখুন';
export const SEARCH = 'খুঁজুন';
export const SEARCH_PRODUCTS = 'পণ্য খুঁজুন';
export const SEARCH_CATEGORY = 'কোন বিভাগে খুঁজবেন';
export const ALL_CATEGORIES = 'সব';
export const CLEAR = 'মুছুন';
export const NOTHING_FOUND = 'কিছু পাওয়া যায়নি';
export const SUGGESTIONS = 'মিল আছে এমন পণ্য';
export const SEARCH_EXAMPLES = 'চাল, ইলিশ, চা …';
export const PROFILE = 'প্রোফাইল';
export const MENU = 'মেনু';
export const CATEGORY_BAR = 'পণ্যের বিভাগ';
export const BREADCRUMB = 'আপনি এখানে';
export const QUICK_LINKS = 'দরকারি লিংক';
export const SHORTCUTS = 'শর্টকাট';
export const SHOP_BY_CATEGORY = 'বিভাগ দেখে কিনুন';
export const PAGE_FAILED = 'পেজটি খোলা যায়নি।';
export const SKIP_TO_CONTENT = 'মূল অংশে যান';
export const LOADING = 'লোড হচ্ছে';
export const NO_CONNECTION = 'ইন্টারনেট নেই। ইন্টারনেট এলেই পেজটি খুলবে।';
export const YOU_ARE_OFFLINE = 'আপনি এখন অফলাইনে';
export const OPENS_WITH_CONNECTION = 'ইন্টারনেট এলে পেজটি নিজে থেকেই খুলবে।';
export const CAN_BE_OPENED = 'এখন যা দেখতে পারেন';
export const INSTALL = 'ইনস্টল করুন';
export const ORDER_NEEDS_CONNECTION = 'ইন্টারনেট নেই। লিখতে থাকুন, কিছুই হারাবে না। অর্ডার করতে ইন্টারনেট লাগবে।';
export const UNDO = 'ফিরিয়ে আনুন';
export const DISMISS = 'বন্ধ করুন';
export const PAY_ON_ARRIVAL = 'বাজার হাতে পেয়ে টাকা দিন';
export const ABOUT_TAGLINE = 'রান্নাঘরের বাজার আপনার দরজায়। বাজার হাতে পেয়ে টাকা দিন।';
export const NEWSLETTER = 'অফারের খবর পেতে ই-মেইল দিন';
export const YOUR_EMAIL = 'আপনার ই-মেইল';
export const FOOTER_NAVIGATION = 'দোকান ঘুরে দেখুন';
export const FOOTER_TRENDING = 'ট্রেন্ডিং';
export const FOOTER_SERVICES = 'সেবা';
export const AFFILIATE = 'আমাদের পার্টনার হোন';
export const TRACK_ORDERS = 'অর্ডার ট্র্যাক করুন';
export const BLOGS = 'নতুন ব্লগ';
export const CONTACT = 'যোগাযোগ';
export const TERMS = 'ব্যবহারের শর্ত';
export const PRIVACY = 'গোপনীয়তা নীতি';
export const SOCIAL_LINKS = ['Facebook', 'Instagram', 'YouTube', 'App Store', 'Google Play'] as const;
export const AS_OF = '{time}-এর দাম দেখছেন, এখন বদলে থাকতে পারে।';
export const CART_LINK = 'কার্ট, {n}টি পণ্য';
export const HOME_LINK = '{shop}, হোম';
export const CALL_LINK = 'ফোন করুন: {phone}';
export const DELIVERY_FOR = 'যা-ই কিনুন, ডেলিভারি মাত্র {price}';
export const DELIVERY_FEE = 'ডেলিভারি {price}';
export const DELIVERY_FROM = 'ডেলিভারি {price} থেকে';
export const AT_LEAST = '{price} থেকে';
export const FREE_FROM = '{price} থেকে ফ্রি';
export const ORDERS_FROM = 'অর্ডার {price} থেকে';
export const PROMISE = '{day} · {price} · নগদে';
export const ARRIVES_TODAY = 'আজই';
export const ARRIVES_TOMORROW = 'আগামীকাল';
export const ORDER_BEFORE_HOUR = '{period} {hour}টার আগে অর্ডার করলে আজই';
export const ORDER_BEFORE = '{period} {hour}:{minute}-এর আগে অর্ডার করলে আজই';
export const ORDER_NOW_TOMORROW = 'এখন অর্ডার করলে আগামীকাল';
export const ORDER_NOW = 'এখন অর্ডার করলে {weekday}';
export const DELIVERY_AND_CASH = 'ডেলিভারি {price} · নগদে';

// Home, about, help

export const FRESH_FROM_THE_BAZAAR = ['বাজারের টাটকা সদাই,', 'আপনার দরজায়'] as const;
export const SEE_THE_OFFERS = 'অফার দেখুন';
export const YOUR_USUAL = 'যা সব সময় কেনেন';
export const HAVE_AMOUNT = '{price} হাতে রাখুন';
export const ABOUT_DESCRIPTION = 'আমাদের দোকানের কথা।';
export const HELP_DESCRIPTION = 'কেনাকাটায় সাহায্য।';
export const HOME_DESCRIPTION = '{shop}: চাল, মাছ, সবজি, মসলা, চা ও আরও অনেক কিছু, আপনার দরজায়। বাজার হাতে পেয়ে টাকা দিন।';

// Products and listings

export const ADD_TO_CART = 'কার্টে নিন';
export const ADDED = 'কার্টে আছে';
export const INCREASE_QUANTITY = 'পরিমাণ বাড়ান';
export const DECREASE_QUANTITY = 'পরিমাণ কমান';
export const NOT_AVAILABLE = 'এখন নেই';
export const ONLY_LEFT = 'আর {left}টি আছে';
export const ONLY_LEFT_OF = '{name} আর মাত্র {left}টি আছে।';
export const MORE_LIKE_THIS = 'এ রকম আরও পণ্য';
export const BACK = 'ফিরে যান';
export const SHARE = 'শেয়ার করুন';
export const LINK_COPIED = 'লিংক কপি হয়েছে';
export const FAVOURITES = 'পছন্দের তালিকা';
export const FAVOURITE = 'পছন্দের তালিকায় রাখুন';
export const NO_FAVOURITES =
  'যে পণ্য প্রায়ই কেনেন, তার হার্ট চিহ্নে চাপ দিন। এখানেই পেয়ে যাবেন। তালিকাটি শুধু এই ফোনে বা কম্পিউটারে থাকে।';
export const INSTEAD_OF = 'আগের দাম';
export const YOU_SAVE = 'আপনার সাশ্রয় {price}';
export const PRICE_PER_UNIT = 'প্রতি {unit} {price}';
export const NOT_FRESH = 'টাটকা নয়? ফোন করুন: {phone}';
export const NOTHING_TODAY = 'আজ এখানে কিছু নেই। আবার আসবেন।';
export const NO_OFFERS_TODAY = 'আজ কোনো অফার নেই। আবার আসবেন।';
export const SHOW_MORE = 'আরও দেখান';
export const SHOW_MORE_FAILED = 'লোড হয়নি। আবার চেষ্টা করুন';
export const BROWSE_GROCERIES = 'কেনাকাটা করুন';
export const FOUND_BY_BEGINNING = '“{text}” নামে কিছু নেই। এগুলো “{foundBy}” দিয়ে শুরু।';
export const DID_YOU_MEAN = 'এগুলো খুঁজছেন?';
export const BEST_MATCHES = 'সবচেয়ে ভালো মিল';
export const MORE_RESULTS = 'আরও যা পাওয়া গেছে';
export const TRY_ANOTHER_WORD = 'বানান দেখে নিন, বা অন্য শব্দ লিখুন। বাংলা বা ইংরেজি, দুটোই চলবে।';
export const TYPE_TO_SEARCH = 'যা খুঁজছেন, ওপরের ঘরে লিখুন।';
export const GROCERIES_DESCRIPTION = 'দোকানের সব পণ্য: সবজি, ফল, মাছ, মাংস, চাল, মসলা, চা, বিস্কুট ও আরও অনেক কিছু।';
export const OFFERS_DESCRIPTION = 'আজ কম দামে যা পাচ্ছেন।';
export const SEARCH_DESCRIPTION = 'নাম, বিভাগ, দাম, ওজন বা একক দিয়ে পণ্য খুঁজুন।';
export const ITEM_COUNT = '{n}টি পণ্য';
export const KIND_COUNT = '{n} রকম পণ্য';
export const PRICE_FOR = '{measure} {price}';
export const SUGGESTION_COUNT = '{n}টি পণ্য মিলেছে';
export const DISCOUNT_BADGE = '{percent}% ছাড়';
export const CATEGORIES_OF = '{group}: সব বিভাগ';
export const GROUP_DESCRIPTION = '{group}: বিভাগ ধরে পণ্য।';
export const LISTING_DESCRIPTION = '{listing}: {n}টি পণ্য, দামসহ। সারা বাংলাদেশে ডেলিভারি।';
export const SEARCH_TITLE = 'খোঁজ: {text}';
export const RESULTS_FOR = 'খুঁজেছেন: “{text}”';
export const BACK_TO = '{category} দেখুন';
export const ALL_GROCERIES_NAME = 'সব পণ্য';
export const NO_ITEMS_FOUND = '{category} বিভাগে কিছু পাওয়া যায়নি!';

// The confirmation banner

export const CONFIRMATION = 'নোটিশ';
export const CLOSE = 'বন্ধ করুন';
export const ORDER_CONFIRMED = 'আপনার অর্ডার কনফার্ম হয়েছে!';
export const VIEW_ORDERS = 'অর্ডার দেখুন';
export const ACCOUNT_SCHEDULED = 'আপনার অ্যাকাউন্ট মুছে ফেলা হবে। আপনি এটা না চাইলে আবার লগ ইন করুন!';
export const GREETING = 'ধন্যবাদ, {name}!';
export const UNKNOWN_NAME = 'প্রিয় গ্রাহক';

// Signing in

export const LOGIN = 'লগ ইন';
export const LOGIN_DESCRIPTION = 'অর্ডার করতে ও নিজের অর্ডার দেখতে লগ ইন করুন।';
export const REGISTER = 'অ্যাকাউন্ট খুলুন';
export const REGISTER_DESCRIPTION = 'অর্ডার করতে অ্যাকাউন্ট খুলুন।';
export const FORGOT_PASSWORD = 'পাসওয়ার্ড ভুলে গেছেন';
export const CART_IS_WAITING = 'আপনার কার্ট ঠিকই আছে। লগ ইন করুন বা অ্যাকাউন্ট খুলুন, তারপর অর্ডার করুন।';
export const NO_COOKIES =
  'এই ব্রাউজার কুকি রাখছে না, তাই লগ ইন থাকা যাচ্ছে না। ব্রাউজারের সেটিংসে এই দোকানের কুকি চালু করে আবার লগ ইন করুন।';
export const CREATE_AN_ACCOUNT = 'নতুন অ্যাকাউন্ট';
export const PASSWORD_HINT = 'কমপক্ষে ৮টি অক্ষর। কয়েকটি শব্দ পরপর লিখলে ভালো পাসওয়ার্ড হয়।';
export const SHOW_PASSWORD = 'পাসওয়ার্ড দেখুন';
export const HIDE_PASSWORD = 'পাসওয়ার্ড লুকান';
export const SEND_RESET_LINK = 'লিংক পাঠান';
export const SET_NEW_PASSWORD = 'নতুন পাসওয়ার্ড দিন';
export const BACK_TO_LOGIN = 'লগ ইনে ফিরে যান';
export const RESET_PASSWORD = 'পাসওয়ার্ড রিসেট করুন';
export const RESET_HINT = 'আপনার ই-মেইল দিন। নতুন পাসওয়ার্ড দেওয়ার লিংক পাঠাব।';
export const SET_A_NEW_PASSWORD = 'নতুন পাসওয়ার্ড দিন';
export const PASSWORD_CHANGED = 'পাসওয়ার্ড বদলানো হয়েছে। সব জায়গা থেকে লগ আউট করা হয়েছে।';
export const ASK_FOR_NEW_LINK = 'নতুন লিংক নিন';
export const RESET_SENT = 'আপনার ই-মেইলে একটি লিংক পাঠানো হয়েছে। সেটি খুলে পাসওয়ার্ড বদলান!';
export const RESET_ERROR = '{message} (কোড {code})';

// The account

export const ACCOUNT_MENU = 'অ্যাকাউন্ট';
export const MY_ACCOUNT = 'আমার অ্যাকাউন্ট';
export const MY_PROFILE = 'আমার প্রোফাইল';
export const UPDATE_PROFILE = 'প্রোফাইল আপডেট করুন';
export const MY_ORDERS = 'আমার অর্ডার';
export const SWITCH_TO_ADMIN = 'অ্যাডমিনে যান';
export const LOGOUT = 'লগ আউট';
export const TOTAL_ORDERS = 'মোট অর্ডার';
export const PENDING = 'প্রস্তুত হচ্ছে';
export const SHIPPED = 'ডেলিভারি হয়েছে';
export const PAYMENT_DUE = 'পেমেন্ট বাকি';
export const JOINED = 'অ্যাকাউন্ট খোলার তারিখ';
export const EDIT = 'এডিট করুন';
export const PROFILE_PICTURE = 'প্রোফাইলের ছবি';
export const DEFAULT_PROFILE_PICTURE = 'প্রোফাইলের সাধারণ ছবি';
export const UPDATE_PROFILE_BUTTON = 'প্রোফাইল আপডেট করুন';
export const UPLOAD_IMAGE = 'ছবি দিন';
export const DELETE_IMAGE = 'ছবি মুছুন';
export const UPLOADING = 'ছবি আপলোড হচ্ছে…';
export const PROFILE_UPDATED = 'প্রোফাইল আপডেট হয়েছে!';
export const PROFILE_UPDATE_FAILED = 'প্রোফাইল আপডেট করা যায়নি!';
export const IMAGE_UPLOAD_FAILED = 'ছবি দেওয়া যায়নি!';
export const IMAGE_DELETED = 'প্রোফাইলের ছবি মোছা হয়েছে!';
export const IMAGE_DELETE_FAILED = 'ছবি মোছা যায়নি!';
export const MANY_SHOPPERS = 'এখন অনেকে কেনাকাটা করছেন। পেজটি একটু পরে নিজে থেকেই খুলবে।';
export const CHANGE_PASSWORD = 'পাসওয়ার্ড বদলান';
export const CURRENT_PASSWORD = 'বর্তমান পাসওয়ার্ড';
export const NEW_PASSWORD = 'নতুন পাসওয়ার্ড';
export const PASSWORD_IS_CHANGED = 'পাসওয়ার্ড বদলানো হয়েছে। অন্য সব ফোন ও ব্রাউজার থেকে লগ আউট করা হয়েছে।';
export const BACK_TO_PROFILE = 'আমার প্রোফাইলে ফিরে যান';
export const LOG_OUT_EVERYWHERE = 'সব জায়গা থেকে লগ আউট';
export const DELETE_ACCOUNT = 'অ্যাকাউন্ট মুছুন';
export const DELETE_ACCOUNT_HINT =
  'আপনার অ্যাকাউন্ট মুছে ফেলা হবে, আর আপনি সব জায়গা থেকে লগ আউট হয়ে যাবেন। মুছে যাওয়ার আগে আবার লগ ইন করলে অ্যাকাউন্ট থেকে যাবে।';
export const TYPE_TO_CONFIRM = 'নিশ্চিত করতে delete-my-account লিখুন';

// Forms

export const DETAILS = 'আপনার তথ্য';
export const CHOOSE = 'বেছে নিন …';
export const PHONE_EXAMPLE = '০১৭০০০০০০০০';
export const POSTCODE_EXAMPLE = '১২০৭';
export const FIELD_LABELS = {
  name: 'নাম',
  email: 'ই-মেইল',
  password: 'পাসওয়ার্ড',
  phone: 'মোবাইল নম্বর',
  gender: 'জেন্ডার',
  area: 'ডেলিভারি এলাকা',
  street: 'বাসা, রোড',
  city: 'এলাকা ও শহর',
  postcode: 'পোস্টকোড',
  division: 'বিভাগ',
  country: 'দেশ',
} as const satisfies Record<LabelledField, string>;
export const REQUIRED = '{field} দিন!';

// Cart, checkout, payment

export const CART_IS_EMPTY = 'আপনার কার্ট খালি!';
export const CART = 'কার্ট';
export const CHECKOUT = 'চেকআউট';
export const PAYMENT = 'পেমেন্ট';
export const YOUR_CART_IS_EMPTY = 'আপনার কার্ট খালি';
export const EMPTY_CART_HINT = 'কার্টে যা নেবেন, এখানে থাকবে।';
export const EMPTY_CART = 'খালি কার্ট';
export const CART_LINES = 'কার্টের পণ্য';
export const ADD_MORE = 'আরও নিন';
export const SEE_THE_CART = 'কার্ট দেখুন';
export const REMOVE = 'সরিয়ে দিন';
export const REMOVED = '{name} সরানো হয়েছে।';
export const SUBTOTAL = 'পণ্যের দাম';
export const SHIPPING = 'ডেলিভারি চার্জ';
export const DISCOUNT = 'ছাড়';
export const YOU_SAVED = 'আপনার সাশ্রয় {price}';
export const TOTAL = 'সর্বমোট';
export const CONFIRM_CHECKOUT = 'ঠিকানা নিশ্চিত করুন';
export const IF_MISSING = 'কিছু না থাকলে';
export const MISSING_CHOICES = {
  call: 'আমাকে ফোন করুন',
  leave: 'বাদ দিন',
  similar: 'কাছাকাছি কিছু দিন',
} as const satisfies Record<Missing, string>;
export const AREA_EXAMPLE = 'যেমন ধানমন্ডি';
export const NO_AREA_FOUND = 'এই নামের কোনো এলাকায় আমরা ডেলিভারি দিই না।';
export const HOW_TO_PAY = 'কীভাবে টাকা দেবেন?';
export const NOT_YET = 'এখনো নয়';
export const CHOOSE_HOW_TO_PAY = 'পেমেন্ট বেছে নিন';
export const PLACE_ORDER = 'অর্ডার করুন';
export const PLACING_ORDER = 'অর্ডার হচ্ছে …';
export const HAVE_READY = '{price} হাতে রাখুন।';
export const LINES_AND_PRICE = '{n}টি পণ্য · {price}';
export const BACK_TO_SHOP_IN = '{seconds} সেকেন্ডে দোকানে ফিরবেন';
export const ORDER_PLACED = 'আপনার অর্ডার হয়ে গেছে!';
export const PRODUCTS_HAVE_CHANGED = 'কিছু পণ্য বা দাম বদলেছে।';
export const PRODUCTS_ARE_GONE = 'কিছু পণ্য আর নেই।';
export const PRODUCT_IS_GONE = 'এই পণ্য আর নেই। সরিয়ে দিন।';
export const PRODUCT_NOT_AVAILABLE = 'এই পণ্য এখন নেই। সরিয়ে দিন।';
export const QUANTITY = 'পরিমাণ';
export const TRYING_AGAIN = 'অর্ডারটি পৌঁছেছে কি না জানা যায়নি। আবার চেষ্টা হচ্ছে…';
export const ORDER_NOT_PLACED = 'আপনার আগের অর্ডারটি হয়নি। আবার অর্ডার করতে পারেন।';
export const SEE_MY_ORDERS = 'অর্ডারটি হয়েছে কি না, লগ ইন করে ‘আমার অর্ডার’ পেজে দেখুন।';
export const VIEW_CART_LINK = 'কার্ট দেখুন, {n}টি পণ্য, {price}';
export const EXPECTED_ON = 'ডেলিভারি পাবেন: {day}';
export const NO_LONGER_AVAILABLE = 'এখন আর নেই: {names}।';
export const PIECE_COUNT = 'মোট {n}টি';
export const PRICE_EACH = 'প্রতিটি {price}';
export const PRODUCT_HAS_CHANGED = 'পণ্যটি বদলেছে। আগে ছিল {product}।';
export const PRICE_HAS_CHANGED = 'দাম বদলেছে। আগে ছিল প্রতিটি {price}।';
export const SMALLEST_ORDER = 'কমপক্ষে {price}-এর অর্ডার নেওয়া হয়।';

export const TOO_MANY_PIECES = '{name}: একটি অর্ডারে সর্বোচ্চ {limit}টি নেওয়া যায়।';
export const CART_TOO_LONG = 'একটি অর্ডারে সর্বোচ্চ {limit} রকম পণ্য নেওয়া যায়। কার্টে আছে {n} রকম।';
export const TOO_MANY_PRODUCTS = '{name}: একটি অর্ডারে সর্বোচ্চ {limit} রকম পণ্য নেওয়া যায়।';

// Orders

export const HAVE_AN_ACCOUNT = 'অ্যাকাউন্ট আছে?';
export const MORE_FIELDS = 'ই-মেইল, পোস্টকোড ইত্যাদি (না দিলেও চলে)';
export const ORDERS_ADDED = 'আপনার অ্যাকাউন্টে যোগ হয়েছে।';
export const ORDERS_WITHOUT_ACCOUNT = 'এই ব্রাউজারে অ্যাকাউন্ট ছাড়া {n}টি অর্ডার আছে।';
export const ADD_TO_MY_ACCOUNT = 'আমার অ্যাকাউন্টে যোগ করুন';
export const ONLY_THIS_BROWSER = 'এই অর্ডারগুলো শুধু এই ব্রাউজারে দেখা যায়। অন্যরাও এই কম্পিউটার ব্যবহার করলে এখান থেকে মুছে দিন।';
export const FORGET_ORDERS = 'এখান থেকে এই অর্ডারগুলো মুছে দিন';
export const NOTHING_ORDERED = 'আপনি এখনো কিছু অর্ডার করেননি।';
export const OLDER_ORDERS = 'আগের অর্ডার';
export const ORDER_ITEMS = 'পণ্য';
export const ORDER_AGAIN = 'আবার অর্ডার করুন';
export const IN_CART_AT_TODAYS_PRICES = 'এই অর্ডারের পণ্য আজকের দামে আবার কার্টে নেওয়া হয়েছে।';
export const NOTHING_LEFT_TO_ORDER = 'এই অর্ডারের কোনো পণ্যই এখন আর নেই।';
export const ORDER_STATE = 'কোথায় আছে';
export const ORDER_HISTORY = 'অর্ডারের অবস্থা';
export const ORDER_EVENTS = {
  pending: { owner: 'অর্ডার পেয়েছি', operator: 'অর্ডার পেয়েছি' },
  canceled: { owner: 'আপনি বাতিল করেছেন', operator: 'দোকান বাতিল করেছে' },
  delivered: { owner: 'ডেলিভারি হয়েছে', operator: 'ডেলিভারি হয়েছে' },
} as const satisfies Record<OrderStatus, Record<OrderActor, string>>;
export const ORDER_STAGE_EVENTS = {
  packed: 'প্যাক করা হয়েছে',
  'with rider': 'রাইডারকে দেওয়া হয়েছে',
} as const satisfies Record<ToldStage, string>;
export const ORDER_SET_BACK = 'আবার চালু করা হয়েছে';
export const PUSH_STAFF = {
  placed: 'নতুন অর্ডার',
  'to confirm': 'নতুন অর্ডার, নিশ্চিত করতে হবে',
  canceled: 'ক্রেতা বাতিল করেছেন',
  returned: 'পৌঁছানো যায়নি',
} as const satisfies Record<StaffPush | 'to confirm', string>;
export const NOTIFY_ME = 'আমাকে জানান';
export const NOTIFY_ME_HINT = 'এই অর্ডারে যা ঘটে তা এই ফোনে দেখা যাবে, দোকান খোলা না থাকলেও।';
export const NOTIFIED = 'এই অর্ডারে যা ঘটে তা এই ফোনে দেখা যাবে।';
export const STOP_NOTIFYING = 'বন্ধ করুন';
export const NOTIFYING_BLOCKED = 'আপনার ব্রাউজার এই দোকানের নোটিফিকেশন আটকে রেখেছে। ব্রাউজারের সেটিংসে চালু করতে পারেন।';
export const CANCEL_REASON_TEXTS = {
  'customer-asked': 'আপনার অনুরোধে',
  'not-reachable': 'আপনাকে ফোনে পাওয়া যায়নি',
  'out-of-stock': 'স্টক শেষ হয়ে গেছে',
} as const satisfies Record<ToldReason, string>;
export const ORDER_EDITED = 'দোকান অর্ডার বদলেছে';
export const ADDRESS_EDITED = 'ঠিকানা বা যোগাযোগের তথ্য বদলেছে';
export const LINE_CHANGED = '{from}-এর বদলে {to} × {name}';
export const LINE_ADDED = '{to} × {name} যোগ হয়েছে';
export const LINE_REMOVED = '{name} বাদ গেছে';
export const CAME_INSTEAD_OF = '{name}-এর বদলে';
export const WEIGHED = 'অর্ডার {ordered}, মেপে {weighed}';
export const SO_MUCH_LESS = '{price} কম';
export const SO_MUCH_MORE = '{price} বেশি';
export const TOTALS = 'মোট হিসাব';
export const SHIPS_TO = 'ডেলিভারির ঠিকানা';
export const CANCEL_ORDER = 'অর্ডার বাতিল করুন';
export const CANCELED = 'বাতিল';
export const CONFIRM_CANCELLATION = 'অর্ডারটি বাতিল করবেন?';
export const CANCEL = 'না, থাক';
export const CONFIRM = 'হ্যাঁ, বাতিল করুন';
export const ORDER_CANCELED = 'আপনার অর্ডার বাতিল হয়েছে';
export const INVALID_ORDER_ID = 'এই নম্বরে কোনো অর্ডার নেই!';
export const AN_ERROR_OCCURED = 'একটা সমস্যা হয়েছে!';
export const IN_DHAKA = '{time}';
export const DELIVERY_IS_LATE = 'দুঃখিত, অর্ডারটি এর মধ্যে পৌঁছানোর কথা ছিল। {phone} নম্বরে ফোন করুন।';
export const ORDER_NAME = 'অর্ডার {id}';
export const CANCELLATION_HINT = 'অর্ডার {id} আর ডেলিভারি হবে না।';

// Failures

export const NOT_FOUND = 'পাওয়া যায়নি';
export const UNEXPECTED_ERROR = 'দুঃখিত, পেজটি খোলা যায়নি!';
export const NO_SUCH_ADDRESS = 'এই লিংকে কিছু নেই।';
export const NO_SUCH_PART = 'এমন কোনো বিভাগ নেই।';
export const NO_SUCH_PRODUCT = 'এমন কোনো পণ্য নেই।';
export const NO_SUCH_LISTING = 'এমন কোনো বিভাগ নেই।';
export const BACK_TO_SHOP = 'দোকানে ফিরে যান';
export const SEE_ALL_GROCERIES = 'সব পণ্য দেখুন';

// Mails

export const MAIL_HELLO = 'প্রিয় গ্রাহক,';
export const MAIL_PLACED_SUBJECT = 'আপনার অর্ডার {id} পেয়েছি';
export const MAIL_PLACED = 'অর্ডারের জন্য ধন্যবাদ ({time})। আপনার জন্য যা আনছি:';
export const MAIL_TO_BE_PAID = 'টাকা দেবেন ডেলিভারির সময় ({method})।';
export const MAIL_DELIVERY_TO = 'ডেলিভারি হবে: {division} {postcode}, মোবাইল {phone}। পুরো ঠিকানা অর্ডারের পেজে আছে।';
export const MAIL_NOT_YOURS = 'আপনি এই অর্ডার না করে থাকলে কেউ ভুল করে আপনার ই-মেইল দিয়েছেন। আপনাকে কিছু করতে হবে না।';
export const MAIL_CHANGED = {
  canceled: {
    subject: 'আপনার অর্ডার {id} বাতিল হয়েছে',
    text: 'আপনার {time}-এর অর্ডারটি বাতিল হয়েছে। কিছু ডেলিভারি হবে না, কোনো টাকাও দিতে হবে না।',
  },
  delivered: {
    subject: 'আপনার অর্ডার {id} ডেলিভারি হয়েছে',
    text: 'আপনার {time}-এর অর্ডারটি ডেলিভারি হয়েছে। আবার আসবেন!',
  },
} as const satisfies Record<ChangedStatus, { subject: string; text: string }>;
export const MAIL_SET_BACK = {
  subject: 'আপনার অর্ডার {id} আবার চালু হয়েছে',
  text: 'আপনার {time}-এর অর্ডারটি আবার চালু হয়েছে: আগে যা জানিয়েছিলাম তা ভুল ছিল।',
} as const;
export const MAIL_EDITED = {
  subject: 'আপনার অর্ডার {id} বদলানো হয়েছে',
  text: 'আপনার {time}-এর অর্ডারে যা বদলেছে:',
} as const;
export const ON_ITS_WAY = 'আপনার অর্ডার {id} রওনা হয়েছে';
export const YOUR_ORDER = 'আপনার অর্ডার {id}';
export const CHAT_HELLO = 'আসসালামু আলাইকুম, {shop} থেকে বলছি।';
export const MAIL_VIEW_ORDER = 'অর্ডার দেখুন';
export const MAIL_RESET_SUBJECT = '{shop}: নতুন পাসওয়ার্ড দেওয়ার লিংক';
export const MAIL_RESET = '{shop}-এ আপনার অ্যাকাউন্টের জন্য নতুন পাসওয়ার্ড চাওয়া হয়েছে।';
export const MAIL_RESET_ONCE = 'লিংকটি {minutes} মিনিটের মধ্যে একবারই কাজ করবে।';
export const MAIL_RESET_NOT_YOU = 'আপনি না চেয়ে থাকলে কিছু করতে হবে না। আপনার পাসওয়ার্ড আগের মতোই থাকবে।';

export const STATEMENT = '{name}, {phone}: {day} তারিখে বাকি';
export const STATEMENT_LINE = '{id}, ডেলিভারি {day}: {total}, বাকি {owed}';
export const STATEMENT_SUM = 'মোট বাকি: {sum}';

export const CONSOLE_LINK = '{shop}-এর কনসোলে ঢোকার লিংক। {hours} ঘণ্টার মধ্যে একবারই কাজ করবে। কাউকে দেবেন না।';

export const CART_LIST = 'এই পণ্যগুলো আপনার কার্টে যোগ করবেন?';
export const CART_LIST_NOT_WHOLE = 'লিংকের কিছু অংশ পড়া যায়নি।';
export const CART_LIST_EMPTY = 'এই লিংকের কিছুই এখন অর্ডার করা যাবে না।';
export const CART_LIST_ADD = 'কার্টে যোগ করুন';
export const CART_LIST_NO = 'না, থাক';
export const CART_LIST_FEWER = 'সর্বোচ্চ {n}টি নেওয়া যাবে';
