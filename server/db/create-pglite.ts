/** Creates the embedded database in the empty folder that is given. */
import { createIn } from './pglite.ts';

await createIn(process.argv[2] ?? '');
