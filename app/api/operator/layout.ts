import type { Route } from './+types/layout';
import { tokenRefusal } from './token.ts';

/** Every address below /api/operator requires the operator's token. */
const operatorOnly: Route.MiddlewareFunction = async (args, next) => tokenRefusal(args, 'api') ?? next();

export const middleware = [operatorOnly];
