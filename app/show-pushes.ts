/**
 * What a service worker does with a message of the shop (server/push/push.ts): it is shown until it is touched, in the
 * place of the one before about the same order, and opens that order.
 */
declare const self: ServiceWorkerGlobalScope;

export function showPushes(): void {
  self.addEventListener('push', (event) => {
    const { title, body, tag, lang, url } = event.data?.json() ?? {};
    const icons = { icon: '/icons/192.png', badge: '/icons/192.png' };
    const shown = { body, tag, lang, renotify: true, requireInteraction: true, data: { url }, ...icons };
    event.waitUntil(self.registration.showNotification(title, shown));
  });
  self.addEventListener('notificationclick', (event) => {
    const { notification } = event;
    notification.close();
    event.waitUntil(openWindow(new URL(notification.data.url, self.location.origin)));
  });
}

/** The window that shows it already, else a new one: in another, something may be half typed. */
async function openWindow({ origin, pathname, href }: URL): Promise<unknown> {
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shows = ({ url }: Client): boolean => new URL(url).origin === origin && new URL(url).pathname === pathname;
  return open.find(shows)?.focus() ?? self.clients.openWindow(href);
}
