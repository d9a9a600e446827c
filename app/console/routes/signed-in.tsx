import { type MiddlewareFunction, Outlet } from 'react-router';
import { requireSession } from '../context.ts';

const operatorsOnly: MiddlewareFunction<Response> = async (args) => {
  await requireSession(args);
};

export const middleware = [operatorsOnly];

/** So that the middleware runs for each of the browser's navigations too. */
export function loader() {
  return null;
}

export default Outlet;
