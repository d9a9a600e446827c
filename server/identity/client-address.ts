/** The header with the client's address. server/pages.ts overwrites any value from the client, so that limits cannot be avoided. */
export const CLIENT_ADDRESS = 'x-client-address';
