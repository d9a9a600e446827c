/** The address of an order's page that opens without an account: '/o/TOKEN'. */

/** That a browser keeps. */
export const MAX_LINKS = 20;

const LINK = /^\/o\/([\w-]{22,64})$/;

export function linkWith(token: string): string {
  return `/o/${token}`;
}

/** Of the address of an order's page; null for any other text. */
export function tokenIn(link: unknown): string | null {
  return (typeof link === 'string' && LINK.exec(link)?.[1]) || null;
}
