/** Asks the shop's own address, as a browser would. */
import { once } from 'node:events';
import { connect } from 'node:tls';
import { codeOf } from '../../base/error-code.ts';
import { asRecord } from '../../base/record.ts';
import type { AddressAnswer } from '../../domain/shop/checks.ts';

const TIMEOUT_MS = 3_000;
const DAY_MS = 24 * 3_600_000;

/** Whether the shop of this name answers there over TLS, and for how long its certificate is good. */
export async function askAddress(origin: string, name: string): Promise<AddressAnswer> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    // With a query, so that no cache in between answers.
    const answer = await fetch(`${origin}/manifest.webmanifest?at=${Date.now()}`, { redirect: 'error', signal });
    const manifest = answer.ok ? asRecord(await answer.json().catch(() => null)) : null;
    if (manifest?.name !== name) return { fault: 'answers, but not with this shop', certificateDays: null };
    return { fault: null, certificateDays: await certificateDays(new URL(origin), signal) };
  } catch (error) {
    const { message, cause } = error instanceof Error ? error : { message: String(error), cause: null };
    return { fault: `does not answer: ${codeOf(cause) ?? message}`, certificateDays: null };
  }
}

async function certificateDays({ hostname, port }: URL, signal: AbortSignal): Promise<number> {
  const socket = connect({ host: hostname, port: Number(port) || 443 });
  try {
    await once(socket, 'secureConnect', { signal });
    return (Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / DAY_MS;
  } finally {
    socket.destroy();
  }
}
