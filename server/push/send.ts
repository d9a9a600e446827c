/** Sends one message to a push service. Loaded with the first one. */
import { type LookupFunction, isIP } from 'node:net';
import { lookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import ipaddr from 'ipaddr.js';
import webPush from 'web-push';

export interface PushMessage {
  endpoint: string;
  keys: { p256dh: string; auth: string };
  payload: string;
  /** How long the service keeps it for a phone that is off, in seconds. */
  ttl: number;
  /** A later message with it replaces this one. */
  topic: string;
}

export interface PushIdentity {
  /** Of the shop, for the people of a push service: a URL, or 'mailto:…'. */
  subject: string;
  publicKey: string;
  privateKey: string;
}

export const newKeys = webPush.generateVAPIDKeys;

/**
 * The status that the service answers; null when the browser's keys are none. `trusted`: the one origin that may be
 * anywhere, of tests. Redirects are not followed.
 */
export async function sendPush(
  { endpoint, keys, payload, ttl, topic }: PushMessage,
  vapidDetails: PushIdentity,
  signal: AbortSignal,
  trusted?: string,
): Promise<number | null> {
  const url = new URL(endpoint);
  const options = { vapidDetails, TTL: ttl, topic, urgency: 'high' } as const;
  let details: ReturnType<typeof webPush.generateRequestDetails>;
  try {
    details = webPush.generateRequestDetails({ endpoint, keys }, payload, options);
  } catch {
    return null;
  }
  const { request } = url.protocol === 'http:' ? http : https;
  return new Promise((resolve, reject) => {
    const { method, headers } = details;
    const place = url.origin === trusted ? {} : { lookup: publicLookup };
    const sent = request(url, { method, headers: { ...headers }, signal, ...place }, (answer) => {
      // Of what it says nothing is read.
      answer.destroy();
      resolve(answer.statusCode ?? 0);
    });
    sent.on('error', reject).end(details.body);
  });
}

/** Finds no private and no local address: whoever names an endpoint must not reach what only this machine can. */
const publicLookup: LookupFunction = (host, options, answer) => {
  lookup(host, { ...options, all: true }, (error, found = []) => {
    const [first] = found;
    const isInside = found.some(({ address }) => isIP(address) === 0 || ipaddr.process(address).range() !== 'unicast');
    if (error || !first || isInside) answer(error ?? new Error(`${host} is no address of the internet`), '', 4);
    else if (options.all) answer(null, found);
    else answer(null, first.address, first.family);
  });
};
