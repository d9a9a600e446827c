import { problemResponse } from '../problem.ts';

/** Every address below /api/operator that the table does not know; a route of its own, so that the token comes first. */
export function loader() {
  return problemResponse({ status: 404, detail: 'There is no such endpoint.' });
}

export const action = loader;
