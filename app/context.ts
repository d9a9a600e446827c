import { createContext, data, isRouteErrorResponse, redirect, type RouterContextProvider } from 'react-router';
import type { Viewer } from '../server/identity/identity.ts';
import type { Services } from '../server/services.ts';

/** The shop's services, made once at start. */
export const servicesContext = createContext<Services>();

/** Who is asking: looked up at most once a request, and only when a route wants to know. */
export const viewerContext = createContext<() => Promise<Viewer | null>>();

/** What went wrong on the way, for whoever answers. */
export const errorsContext = createContext<unknown[]>();

/** Set once a form was refused: its page is the answer, whoever asks. `retryAfter`: seconds. */
export const formRefusalContext = createContext<{ retryAfter?: number | undefined } | null>(null);

interface RequestArgs {
  /** The address without the framework's own suffixes and parameters. */
  url: URL;
  context: Readonly<RouterContextProvider>;
}

/** The services of this request. */
export function servicesOf({ context }: Pick<RequestArgs, 'context'>): Services {
  return context.get(servicesContext);
}

/** The signed-in customer, or null for a visitor. */
export function viewerOf({ context }: Pick<RequestArgs, 'context'>): Promise<Viewer | null> {
  return context.get(viewerContext)();
}

/** The signed-in customer; a visitor is sent to the login screen, which knows where to go on to (product §2). */
export async function requireViewer(args: RequestArgs): Promise<Viewer> {
  const viewer = await viewerOf(args);
  if (viewer) return viewer;
  const { pathname, search } = args.url;
  throw redirect(`/user/login?next=${encodeURIComponent(pathname + search)}`);
}

/** Where a long list goes on: the `after` of its address. The catalogue refuses what is no cursor of its own. */
export function cursorIn({ url }: Pick<RequestArgs, 'url'>): string | null {
  return url.searchParams.get('after');
}

/** A form's text field; empty when it is missing or a file. */
export function formText(form: FormData, field: string): string {
  const value = form.get(field);
  return typeof value === 'string' ? value : '';
}

/** The answer of a form that is refused: `told` under the refusal's status, and when to try again. */
export function refuseForm<F>(
  { context }: Pick<RequestArgs, 'context'>,
  { status, retryAfter }: { status: number; retryAfter?: number | undefined },
  told: F,
) {
  context.set(formRefusalContext, { retryAfter });
  return data(told, { status });
}

/** Sends whoever is signed in on to `next`, from a screen that is for visitors; not from the answer of its form. */
export async function forVisitors(args: Pick<RequestArgs, 'context'>, next: string): Promise<void> {
  if (args.context.get(formRefusalContext) === null && (await viewerOf(args))) throw redirect(next);
}

/**
 * What a form's work on the server answers, or `failed` with status 500 when it throws: the fault is logged, and the form stays
 * with its message, without JavaScript too. Redirects and refusals are no faults.
 */
export async function formAnswer<T, F>(args: Pick<RequestArgs, 'context'>, work: () => Promise<T>, failed: F) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Response || isRouteErrorResponse(error)) throw error;
    servicesOf(args).log.error({ err: error }, 'request failed');
    return refuseForm(args, { status: 500 }, failed);
  }
}
