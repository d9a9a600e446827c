// A process that takes a data directory's lock, says so and keeps it until it is killed: `node hold-lock.ts DIRECTORY`.
import { lockDataDir } from '../../server/db/lock.ts';

const [, , directory = ''] = process.argv;
lockDataDir(directory);
console.log('locked');
setInterval(() => {}, 60_000);
