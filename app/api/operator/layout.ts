import { refuseOthers } from './operator-only.ts';
import type { Route } from './+types/layout';

/** Everything below /api/operator is for whoever has the operator's token. */
const operatorOnly: Route.MiddlewareFunction = async (args, next) => refuseOthers(args) ?? next();

export const middleware = [operatorOnly];
