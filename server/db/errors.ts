/** What a database's error means to the shop. */

/** An error's SQLSTATE ('40001') or system code ('ECONNREFUSED'); undefined when it has none. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

const SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]);

/** The driver reports a connection that broke off by message alone. */
const MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|not queryable|PGlite is clos|driver has already been destroyed/;

/**
 * Whether the database cannot be asked just now: stopped, starting, unreachable, out of connections. The request may be
 * repeated later (503); what it did until then is unknown, so only idempotent ones should be.
 */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined && (SYSTEM_CODES.has(code) || /^(08|57P0|53300)/.test(code))) return true;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  return error instanceof Error && MESSAGES.test(error.message);
}

/** Whether two transactions came in each other's way and this one may simply be done again. */
export function isCollision(error: unknown): boolean {
  const code = codeOf(error);
  return code === '40001' || code === '40P01';
}

const ATTEMPTS = 5;

/** Runs a transaction, again when it collided with another one. */
export async function retryCollisions<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === ATTEMPTS || !isCollision(error)) throw error;
      const wait = Math.random() * 10 * 2 ** attempt;
      await new Promise((resolve) => {
        setTimeout(resolve, wait);
      });
    }
  }
}
