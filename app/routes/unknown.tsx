import { NO_SUCH_ADDRESS } from '../../domain/messages.ts';
import { notFound } from '../not-found.ts';

/** Every address that the table does not know. */
export function loader() {
  throw notFound(NO_SUCH_ADDRESS);
}

export default function Unknown() {
  return null;
}
