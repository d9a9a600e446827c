import './production.ts';
import { buildWhenStale } from './build/build.ts';
import { loadBuiltApp, openShop } from './main.ts';

// `npm start`: the shop in production. Builds the pages first when the build is missing or outdated.
await openShop({ prepare: buildWhenStale, loadApp: loadBuiltApp });
