import { asRecord } from '../../../base/record.ts';
import { clearAfterLogout } from './end-session.ts';

/** In ms (product §10). */
const ANSWER_TIMEOUT_MS = 15_000;

/** Logs out, here or in every browser. Returns false, and changes nothing, when the shop did not confirm the end of the session. */
export async function logOut(everywhere: boolean): Promise<boolean> {
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ everywhere });
  const answer = await fetch('/api/auth/sign-out', { method: 'POST', headers, body, signal })
    .then((response): unknown => (response.ok ? response.json() : null))
    .catch(() => null);
  if (asRecord(answer)?.success !== true) return false;
  clearAfterLogout();
  return true;
}
