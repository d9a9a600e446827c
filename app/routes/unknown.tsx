import { NO_SUCH_ADDRESS } from '../../domain/messages.ts';
import { notFound } from '../not-found.ts';

/** All other addresses. */
export function loader() {
  throw notFound(NO_SUCH_ADDRESS);
}

export default function Unknown() {
  return null;
}
