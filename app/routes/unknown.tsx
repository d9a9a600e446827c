import { NO_SUCH_ADDRESS } from '#messages';
import { notFound } from '../not-found.ts';

/** All other addresses. */
export function loader() {
  throw notFound(NO_SUCH_ADDRESS);
}

export default function Unknown() {
  return null;
}
