import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router';
import { errorsContext, servicesOf } from './context.ts';
import styles from './app.css?inline';
import { InlineScriptMark } from './document/inline-script.tsx';
import { secured, sourceOf } from './document/security-policy.ts';
import { StyleSheetText } from './document/style-sheet.tsx';

const STYLES_SOURCE = sourceOf(styles);

/** A character for each byte: quick, and bytes again without a loss. */
const BYTES = 'latin1';

/**
 * Renders a whole page before the first byte leaves: pages are kept as finished bytes,
 * and the policy that lets their inline scripts run names those scripts by hash.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const mark = randomUUID();
  const page = await render(request, routerContext, mark, (error) => handleError(error, { request, context }));
  const { html, policy } = secured(page.html, mark, STYLES_SOURCE);
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (import.meta.env.PROD) headers.set('Content-Security-Policy', policy);
  const body = request.method === 'HEAD' ? null : Buffer.from(html, BYTES);
  return new Response(body, { status: page.failed ? 500 : status, headers });
}

function render(
  request: Request,
  routerContext: EntryContext,
  mark: string,
  onError: (error: unknown) => void,
): Promise<{ html: string; failed: boolean }> {
  return new Promise((resolve, reject) => {
    let failed = false;
    const page = (
      <StyleSheetText value={styles}>
        <InlineScriptMark value={mark}>
          <ServerRouter context={routerContext} url={request.url} nonce={mark} />
        </InlineScriptMark>
      </StyleSheetText>
    );
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce: mark,
      onAllReady() {
        pipe(collector((html) => resolve({ html, failed })));
      },
      onShellError: reject,
      onError(error) {
        failed = true;
        onError(error);
      },
    });
    request.signal.addEventListener('abort', () => abort(request.signal.reason), { once: true });
  });
}

/**
 * Where a page's pieces are put together, a character for each byte. They are many and small, so they are taken as they come,
 * past a stream's bookkeeping.
 */
function collector(whole: (page: string) => void): Writable {
  const pieces: Uint8Array[] = [];
  return Object.assign(new Writable(), {
    write(piece: Uint8Array | string): boolean {
      pieces.push(typeof piece === 'string' ? Buffer.from(piece) : piece);
      return true;
    },
    end(): void {
      whole(Buffer.concat(pieces).toString(BYTES));
    },
  });
}

interface FaultArgs {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/** A fault of the shop's own is noted and logged; a refusal (404 and the like) and a visitor who left are not faults. */
export function handleError(error: unknown, { request, context }: FaultArgs): void {
  if (request.signal.aborted || isRouteErrorResponse(error) || error instanceof Response) return;
  context.get(errorsContext).push(error);
  servicesOf({ context }).log.error({ err: error, method: request.method }, 'request failed');
}
