import { randomBytes } from 'node:crypto';
import { ReadableStream } from 'node:stream/web';
import { renderToString } from 'react-dom/server';
import {
  type HandleDocumentRequestFunction,
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  ServerRouter,
} from 'react-router';
import { errorsContext, servicesOf } from '../context.ts';
import { InlineContext } from './head.tsx';
import { writeState } from './page-state.ts';
import { secured, sourceOf } from './security-policy.ts';

/**
 * Makes the framework's `handleRequest` for pages with this style sheet. It renders a whole page before the first byte
 * leaves: pages are cached, and their policy names inline scripts by hash (decision 2). Nothing in a page suspends
 * (decision 41).
 */
export function documentRenderer(styles: string): HandleDocumentRequestFunction {
  const stylesSource = sourceOf(styles);
  return async (request, status, headers, routerContext) => {
    const mark = randomBytes(16).toString('hex');
    const { serverHandoffStream, ...context } = routerContext;
    // The page has the data as JSON (page-state.ts).
    await serverHandoffStream?.cancel();
    const state = writeState(context.staticHandlerContext);
    const html = renderToString(
      <InlineContext value={{ mark, styles, state }}>
        <ServerRouter context={context} url={request.url} nonce={mark} />
      </InlineContext>,
    );
    const { page, policy } = secured(Buffer.from(`<!DOCTYPE html>${html}`), mark, stylesSource);
    headers.set('Content-Type', 'text/html; charset=utf-8');
    if (import.meta.env.PROD) headers.set('Content-Security-Policy', policy);
    // A Response would copy the bytes.
    const body = request.method === 'HEAD' ? null : (ReadableStream.from([page]) as BodyInit);
    return new Response(body, { status, headers });
  };
}

/** A refusal (404 and the like) is no error of the shop, and neither is a visitor who left. */
export function handleError(
  error: unknown,
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
): void {
  if (request.signal.aborted || isRouteErrorResponse(error) || error instanceof Response) return;
  context.get(errorsContext).push(error);
  servicesOf({ context }).log.error({ err: error, method: request.method }, 'request failed');
}
