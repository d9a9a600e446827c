/**
 * The request header in which server/pages.ts stores the client's network address. It overwrites any value from the
 * client, so that limits by address cannot be avoided.
 */
export const CLIENT_ADDRESS = 'x-client-address';
