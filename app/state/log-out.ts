import { asRecord } from '../../domain/record.ts';
import { leaveShop } from './leave.ts';

/** How long the shop may take to end a session, in ms. */
const ANSWER_WITHIN_MS = 15_000;

/** Logs out, here or in every browser. False, and nothing is changed, when the shop has not said that the session is over. */
export async function logOut(everywhere: boolean): Promise<boolean> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ everywhere });
  const answer = await fetch('/api/auth/sign-out', { method: 'POST', headers, body, signal })
    .then((response): unknown => (response.ok ? response.json() : null))
    .catch(() => null);
  if (asRecord(answer)?.success !== true) return false;
  leaveShop();
  return true;
}
