/**
 * The request header in which server/app.ts notes the network address that a request came from. It overwrites whatever
 * the client wrote there, so that limits by address cannot be talked around.
 */
export const CLIENT_ADDRESS = 'x-client-address';
