import type { Route } from './+types/layout';
import { operatorRefusal } from './token.ts';

/** Every address below /api/operator requires the operator's token. */
const operatorOnly: Route.MiddlewareFunction = async (args, next) => operatorRefusal(args) ?? next();

export const middleware = [operatorOnly];
