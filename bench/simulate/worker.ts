/**
 * One of the processes in which the simulation runs, each with a database of its own: `node worker.ts SERVER_URL NAME
 * FIRST LAST` walks the seeds; without seeds it fails each call of each journey. Results go to the parent as messages.
 */
import { failEachCall } from './nth-call.ts';
import { startProcesses } from './processes.ts';
import { walk } from './walk.ts';
import { openWorld } from './world.ts';

const [serverUrl = '', name = '', ...seeds] = process.argv.slice(2);
const [first, last] = seeds.map(Number);
const world = await openWorld(serverUrl, name);
const processes = startProcesses(world);
if (first === undefined || last === undefined) {
  await failEachCall(world, processes, { onJourney: (journey) => process.send?.({ journey }) });
} else {
  for (let seed = first; seed <= last; seed += 1) {
    process.send?.({ walk: await walk(world, processes, seed) });
  }
}
await processes.close();
await world.close();
process.disconnect();
