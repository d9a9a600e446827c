// A process that takes a data directory's lock, says so and keeps it until it is killed: `node --expose-gc hold-lock.ts DIRECTORY`.
import { lockDataDir } from '../../server/data-dir/lock.ts';

const [, , directory = ''] = process.argv;
lockDataDir(directory);
// It keeps the lock although nobody here holds on to it.
globalThis.gc?.();
console.log('locked');
setInterval(() => {}, 60_000);
