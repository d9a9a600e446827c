import { NO_SUCH_ADDRESS } from '#messages';
import { notFound } from '../context.ts';

export function loader() {
  throw notFound(NO_SUCH_ADDRESS);
}

export default function Unknown() {
  return null;
}
