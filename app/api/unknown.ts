import { problemResponse } from './problem.ts';

/** Every address below /api that the table does not know. */
export function loader() {
  return problemResponse({ status: 404, detail: 'There is no such endpoint.' });
}

export function action() {
  return loader();
}
