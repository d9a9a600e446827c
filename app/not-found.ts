import { data } from 'react-router';

/** What a loader throws for an unknown address: the error screen with 404 and this text. */
export function notFound(text: string) {
  return data(text, { status: 404, statusText: 'Not Found' });
}
