/** The links that several menus have (product §2). */
import * as messages from '#messages';

export const HOME = { to: '/', text: messages.HOME };
export const GROCERIES = { to: '/groceries', text: messages.GROCERIES };
export const RAW_PRODUCTS = { to: '/groceries/raw-products', text: messages.GROUP_NAMES['raw-products'] };
export const BEVERAGES = { to: '/groceries/beverages', text: messages.GROUP_NAMES.beverages };
export const OFFERS = { to: '/groceries/offers', text: messages.NEW_OFFERS };
export const ACCOUNT = { to: '/user/profile', text: messages.MY_ACCOUNT };
export const ORDERS = { to: '/user/orders', text: messages.MY_ORDERS };
export const FAVOURITES = { to: '/favourites', text: messages.FAVOURITES };
export const LOGIN = { to: '/user/login', text: messages.LOGIN };
export const REGISTER = { to: '/user/register', text: messages.REGISTER };
export const ABOUT = { to: '/about', text: messages.ABOUT_US };
export const HELP = { to: '/help', text: messages.HELP };
export const CONTACT = { to: '/contact', text: messages.CONTACT };
export const TERMS = { to: '/terms', text: messages.TERMS };
export const PRIVACY = { to: '/privacy', text: messages.PRIVACY };
