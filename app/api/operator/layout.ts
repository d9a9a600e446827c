import type { Route } from './+types/layout';
import { refusalOfOthers } from './token.ts';

/** Every address below /api/operator takes the operator's token alone. */
const operatorOnly: Route.MiddlewareFunction = async (args, next) => refusalOfOthers(args) ?? next();

export const middleware = [operatorOnly];
