/** The header of page data that names the version of the shop, so that an open page of an older version notices it. */
export const SHOP_VERSION = 'X-Shop-Version';
