import { data } from 'react-router';

export function notFound(text: string) {
  return data(text, { status: 404, statusText: 'Not Found' });
}
