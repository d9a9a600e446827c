/** The operator's bearer token, checked here and nowhere else. */
import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether an `Authorization` header carries the operator's token. */
export type Admits = (authorization: string | null | undefined) => boolean;

/** Checks headers against the token. It takes the same time for every wrong one: hashes of one length are compared. */
export function createAdmission(token: string): Admits {
  const expected = digest(token);
  return (authorization) => {
    const [, given] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? [];
    return timingSafeEqual(digest(given ?? ''), expected) && given !== undefined;
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
