// A process that takes a data directory's lock, prints that, and holds it until it is killed: `node --expose-gc
// hold-lock.ts DIRECTORY`.
import { lockDataDir } from '../../server/data-dir/lock.ts';

const [, , directory = ''] = process.argv;
lockDataDir(directory);
// It must keep the lock although no variable references it.
globalThis.gc?.();
console.log('locked');
setInterval(() => {}, 60_000);
