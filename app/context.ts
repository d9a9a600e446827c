import { data, createContext, type LoaderFunctionArgs, redirect } from 'react-router';
import { dayInDhaka } from '../base/dates.ts';
import { splitPath } from '../base/language.ts';
import { expectedDelivery } from '../domain/orders/delivery.ts';
import { formatExpectedDelivery } from '../messages/dates.ts';
import type { Viewer } from '../server/identity/identity.ts';
import type { KnownOrders } from '../domain/orders/order.ts';
import type { Operations } from '../server/operations.ts';
import type { Services } from '../server/services.ts';

export const servicesContext = createContext<Services>();

/** What operators can do, by name. */
export const operationsContext = createContext<Operations>();

/** The signed-in customer: queried at most once in a request, and only when a route needs it. */
export const viewerContext = createContext<() => Promise<Viewer | null>>();

/** Of the customer for whom a cached page is rendered. */
export const knownOrdersContext = createContext<KnownOrders | null>(null);

export const errorsContext = createContext<unknown[]>();

/** Set when a form was refused: then the answer is the form's page. `retryAfter`: seconds. */
export const formRefusalContext = createContext<{ retryAfter?: number | undefined } | null>(null);

/** `url` is without the framework's own suffixes and parameters, with the language. */
type RequestArgs = Pick<LoaderFunctionArgs, 'url' | 'context'>;

export function servicesOf({ context }: Pick<RequestArgs, 'context'>): Services {
  return context.get(servicesContext);
}

export function viewerOf({ context }: Pick<RequestArgs, 'context'>): Promise<Viewer | null> {
  return context.get(viewerContext)();
}

/** What the customer of this page has ordered. */
export async function knownOrdersOf(args: Pick<RequestArgs, 'context'>): Promise<KnownOrders> {
  const viewer = await viewerOf(args);
  return args.context.get(knownOrdersContext) ?? (viewer ? servicesOf(args).orders.known(viewer) : 'none');
}

/** The signed-in customer. A visitor is redirected to the login, which returns here (product §2). */
export async function requireViewer(args: RequestArgs): Promise<Viewer> {
  const viewer = await viewerOf(args);
  if (viewer) return viewer;
  const { path } = splitPath(args.url.pathname);
  throw redirect(`/user/login?next=${encodeURIComponent(path + args.url.search)}`);
}

/** The signed-in customer; null: a visitor, where visitors may order. */
export async function requireShopper(args: RequestArgs): Promise<Viewer | null> {
  const mayOrder = servicesOf(args).shop.settings().guestOrders;
  return mayOrder ? viewerOf(args) : requireViewer(args);
}

/** The loader of a customer's screen that needs no data. */
export async function customersOnly(args: RequestArgs): Promise<null> {
  await requireViewer(args);
  return null;
}

/** When an order of `day`, perhaps with its hours, can be expected: 'Expected delivery: tomorrow, Monday 23 November'. */
export function deliveryText(args: Pick<RequestArgs, 'context'>, day = deliveryDay(args)): string {
  return formatExpectedDelivery(day, dayInDhaka(new Date()));
}

/** The day of that delivery, 'YYYY-MM-DD'. */
export function deliveryDay(args: Pick<RequestArgs, 'context'>, orderedAt = new Date()): string {
  return expectedDelivery(orderedAt, servicesOf(args).shop.delivery);
}

/** What a delivery to each area costs, for what the browser remembers of its own. */
export function areaFees(args: Pick<RequestArgs, 'context'>) {
  return servicesOf(args)
    .shop.servedAreas()
    .map(({ id, fee, freeFrom, minimum }) => ({ id, fee, freeFrom, minimum }));
}

/** The cursor of a long list, from its URL's `after`. The catalogue checks it. */
export function cursorOf({ url }: Pick<RequestArgs, 'url'>): string | null {
  return url.searchParams.get('after');
}

/** Empty when the field is missing or a file. */
export function formText(form: FormData, field: string): string {
  const value = form.get(field);
  return typeof value === 'string' ? value : '';
}

export function refuseForm<F>(
  { context }: Pick<RequestArgs, 'context'>,
  { status, retryAfter }: { status: number; retryAfter?: number | undefined },
  answer: F,
) {
  context.set(formRefusalContext, { retryAfter });
  return data(answer, { status });
}

/**
 * A form's work on the server. When it throws, that is logged and the answer is `failed` with status 500, so that the
 * form stays. Redirects and refusals are no errors, and neither is a sender who left.
 */
export async function formAnswer<T, F>(
  args: Pick<RequestArgs, 'context'> & { request: Request },
  work: () => Promise<T>,
  failed: F,
) {
  try {
    return await work();
  } catch (error) {
    if (args.request.signal.aborted || !(error instanceof Error)) throw error;
    servicesOf(args).log.error({ err: error }, 'request failed');
    return refuseForm(args, { status: 500 }, failed);
  }
}

/** The action of a form: what `work` answers to what was typed. */
export function typedAction<A extends Pick<RequestArgs, 'context'> & { request: Request }, T, F>(
  failed: F,
  work: (args: A, typed: Partial<Record<string, FormDataEntryValue>>) => Promise<T>,
) {
  return async (args: A) => {
    const typed = Object.fromEntries(await args.request.formData());
    return formAnswer(args, () => work(args, typed), failed);
  };
}

export function notFound(text: string) {
  return data(text, { status: 404, statusText: 'Not Found' });
}
