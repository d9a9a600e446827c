/** Waits between two attempts: doubling up to the longest, in ms. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;

/**
 * Does `work` (loading the screen's data anew) so that it waits while the shop or the network is away: nobody asked for it, and
 * the error screen in the place of a page would lose what was typed. The framework has no place to say so, hence another
 * `fetch` for as long as it takes; only this screen's own data is waited for.
 */
export async function patiently(work: () => Promise<void>): Promise<void> {
  const own = window.fetch;
  const address = dataAddress(location.pathname);
  const patient: typeof fetch = async (input, init) => {
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
      const response = await own(input, init).catch((error: unknown) => {
        if (init?.signal?.aborted || !isFor(address, input)) throw error;
        return null;
      });
      if (response && (response.status < 502 || !isFor(address, input))) return response;
      await pause(wait, init?.signal);
    }
  };
  window.fetch = patient;
  try {
    await work();
  } finally {
    if (window.fetch === patient) window.fetch = own;
  }
}

/** Where the framework fetches a screen's data. */
function dataAddress(pathname: string): string {
  return pathname.endsWith('/') ? `${pathname}_.data` : `${pathname}.data`;
}

function isFor(address: string, input: string | URL | Request): boolean {
  return new URL(input instanceof Request ? input.url : input, location.href).pathname === address;
}

/** Ends early when the network is back. @throws when the signal says that nobody waits any more. */
function pause(ms: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const over = new AbortController();
    const end = (): void => {
      clearTimeout(timer);
      over.abort();
      if (signal?.aborted) reject(new DOMException('Nobody waits any more', 'AbortError'));
      else resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end, { signal: over.signal });
    signal?.addEventListener('abort', end, { signal: over.signal });
  });
}
