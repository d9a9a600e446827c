/** `npm start` of the browser tests' shops. */
import { makePasswordsCheap } from '../support/cheap-passwords.ts';

makePasswordsCheap();
await import('../../server/start.ts');
