/** What a browser sends about the messages that it wants, or no longer wants, to show. */
import { z } from 'zod';
import { LANGUAGES } from '../../base/language.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { parseBy } from '../parse.ts';

export type PushWish = z.infer<ReturnType<typeof schemaFor>>;

/** How many bytes these keys have, in base64 for URLs. */
const PUBLIC_KEY = /^B[\w-]{86}$/;
const SECRET = /^[\w-]{22}$/;

/** The push services of Chrome and its kin, Firefox, Safari and Edge. Who names another could lead the shop anywhere. */
const SERVICE =
  /^(?:fcm\.googleapis\.com|jmt17\.google\.com|(?:[a-z0-9-]+\.)+(?:push\.services\.mozilla|push\.apple|notify\.windows)\.com)$/;

/** The shop will send to this address. What its name leads to is checked with each message (server/push/send.ts). */
export function isPushAddress(address: string): boolean {
  const { protocol, hostname = '', port, username, password } = URL.parse(address) ?? {};
  return SERVICE.test(hostname) && protocol === 'https:' && port === '' && username === '' && password === '';
}

function schemaFor(isAllowed: (address: string) => boolean) {
  const endpoint = z.string().max(1_000).refine(isAllowed, 'This is no address of a push service.');
  return z.discriminatedUnion('want', [
    z.strictObject({ want: z.literal('state'), endpoint: endpoint.optional() }),
    z.strictObject({ want: z.literal('off'), endpoint }),
    z.strictObject({
      want: z.literal('on'),
      endpoint,
      p256dh: z.string().regex(PUBLIC_KEY, 'This is no public key.'),
      auth: z.string().regex(SECRET, 'This is no secret.'),
      language: z.enum(LANGUAGES),
    }),
  ]);
}

/** `state`: to know; `on`, `off`: this browser is told, or not. */
export function readPushWish(input: unknown, isAllowed = isPushAddress): Outcome<PushWish> {
  return parseBy(schemaFor(isAllowed), input);
}
