/** What a shop is called that has no SHOP_NAME. */
export const DEFAULT_SHOP_NAME = 'Sodai';
