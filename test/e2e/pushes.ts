/** Messages of the shop in a browser that reaches no push service: its subscription is made up, all else is its own. */
import { createECDH, randomBytes } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { ensureWindowedBrowser } from '../support/programs.ts';

/** For `test.use`: the browser without windows shows no messages. */
export const SHOWS_PUSHES = {
  launchOptions: { executablePath: ensureWindowedBrowser(), args: ['--no-sandbox', '--disable-gpu'] },
};

/** Before the first page. */
export async function allowPushes(context: BrowserContext, origin: string): Promise<void> {
  await context.grantPermissions(['notifications'], { origin });
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const made = {
    endpoint: `https://nowhere.push.apple.com/${randomBytes(8).toString('hex')}`,
    keys: { p256dh: keys.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
  };
  await context.addInitScript((subscription) => {
    const NAME = 'made-up-subscription';
    const stored = (): object | null => {
      const key = localStorage.getItem(NAME);
      if (key === null) return null;
      const bytes = Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
      const unsubscribe = async () => void localStorage.removeItem(NAME);
      return {
        ...subscription,
        options: { applicationServerKey: bytes.buffer },
        toJSON: () => subscription,
        unsubscribe,
      };
    };
    PushManager.prototype.getSubscription = async () => stored() as PushSubscription | null;
    PushManager.prototype.subscribe = async (options) => {
      localStorage.setItem(NAME, String(options?.applicationServerKey));
      return stored() as PushSubscription;
    };
  }, made);
}

/** The service worker at `scope` gets a message, as from the browser's push service. */
export async function deliver(page: Page, scope: string, message: object): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => new URL(scopeURL).pathname === scope);
      if (own) resolve(own.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const { origin } = new URL(page.url());
  const data = JSON.stringify(message);
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await found, data });
  await devtools.detach();
}

/** What the browser shows for the service worker at `scope`, as 'title: text'. */
export const notifications = (page: Page, scope: string): Promise<string[]> =>
  page.evaluate(async (at) => {
    const registration = await navigator.serviceWorker.getRegistration(at);
    const shown = (await registration?.getNotifications()) ?? [];
    return shown.map(({ title, body, requireInteraction }) => `${title}: ${body}${requireInteraction ? ' !' : ''}`);
  }, scope);

/** Presses the only notification: what the service worker opens then. Browsers open windows on a real press alone. */
export async function press(page: Page, script: string): Promise<string[]> {
  const worker = page
    .context()
    .serviceWorkers()
    .find((one) => one.url().endsWith(script));
  if (!worker) throw new Error(`there is no ${script}`);
  return worker.evaluate(async () => {
    const scope = globalThis as unknown as ServiceWorkerGlobalScopeLike;
    const opened: string[] = [];
    scope.clients.openWindow = async (url) => void opened.push(`opens ${new URL(url).pathname}`);
    Reflect.get(scope, 'WindowClient').prototype.focus = async function focus(this: { url: string }) {
      opened.push(`focuses ${new URL(this.url).pathname}`);
      return this;
    };
    const [notification] = await scope.registration.getNotifications();
    const waits: Promise<unknown>[] = [];
    const event = Object.assign(new Event('notificationclick'), {
      notification,
      waitUntil: (work: Promise<unknown>) => void waits.push(work),
    });
    scope.dispatchEvent(event);
    await Promise.all(waits);
    return opened;
  });
}

interface ServiceWorkerGlobalScopeLike {
  clients: { openWindow: (url: string) => Promise<unknown> };
  registration: ServiceWorkerRegistration;
  dispatchEvent: (event: Event) => boolean;
}
