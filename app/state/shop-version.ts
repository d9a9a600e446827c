import { SHOP_VERSION } from '../../domain/shop-version.ts';

let outdated = false;

/** The version of the shop that made this document: the framework's hash of all scripts. */
export function shopVersion(): string {
  const manifest: { version: string } | undefined = Reflect.get(window, '__reactRouterManifest');
  return manifest?.version ?? '';
}

export function isOutdated(): boolean {
  return outdated;
}

/** Compares the version of every answer. The framework does not show its answers to others, so all requests of the page pass here. */
export function watchShopVersion(): void {
  const request = window.fetch;
  const own = shopVersion();
  window.fetch = async (...args) => {
    const response = await request(...args);
    const answering = response.headers.get(SHOP_VERSION);
    if (answering !== null && answering !== own) outdated = true;
    return response;
  };
}
