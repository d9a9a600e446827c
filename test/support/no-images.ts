/** A store of pictures for shops that have no logo. */
export const NO_IMAGES = {
  has: () => Promise.resolve(false),
  storeLogo: () => Promise.reject(new Error('no pictures here')),
};
