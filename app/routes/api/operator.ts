import { servicesOf } from '../../context.ts';
import { problemResponse } from '../../problem.ts';
import type { Route } from './+types/operator';

/** Everything below /api/operator is for whoever has the operator's token. */
const operatorOnly: Route.MiddlewareFunction = async (args, next) => {
  const authorization = args.request.headers.get('authorization');
  if (servicesOf(args).operator.admits(authorization)) return next();
  const challenge =
    authorization === null ? 'Bearer realm="operator"' : 'Bearer realm="operator", error="invalid_token"';
  return problemResponse(
    { status: 401, detail: "This needs the operator's token." },
    { 'WWW-Authenticate': challenge },
  );
};

export const middleware = [operatorOnly];
