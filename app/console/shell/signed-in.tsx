import { type MiddlewareFunction, Outlet } from 'react-router';
import { requireSession } from '../context.ts';

export const middleware: MiddlewareFunction<Response>[] = [async (args) => void (await requireSession(args))];

/** So that the middleware runs for each of the browser's navigations too. */
export function loader() {
  return null;
}

export default Outlet;
