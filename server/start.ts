import './production.ts';
import { buildPages } from './build/build.ts';
import { loadBuiltApp, openShop } from './main.ts';

// `npm start`: the shop in production. Builds the pages first when the build is missing or outdated.
await openShop({ prepare: () => buildPages({ onlyWhenStale: true }), loadApp: loadBuiltApp });
