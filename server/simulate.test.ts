import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { FAULTS } from '../bench/simulate/gate.ts';
import { failEachCall } from '../bench/simulate/nth-call.ts';
import { type Processes, startProcesses } from '../bench/simulate/processes.ts';
import { walk } from '../bench/simulate/walk.ts';
import { type World, openWorld } from '../bench/simulate/world.ts';

/** Few: `npm run bench -- simulate` has 10,000. */
const SEEDS = Array.from({ length: 20 }, (_, at) => at + 1);

let world: World;
let processes: Processes;

beforeAll(async () => {
  world = await openWorld(inject('postgresUrl'), 'simulated');
  processes = startProcesses(world);
});

afterAll(async () => {
  await processes.close();
  await world.close();
});

test.each(SEEDS)('after all that happens to a shop with seed %i, what must hold does', async (seed) => {
  expect((await walk(world, processes, seed)).broken).toBe(null);
});

test('whichever call to the database fails, each journey asked for again leads where it leads undisturbed', async () => {
  // One way for each call; all ways are the benchmark's.
  const results = await failEachCall(world, processes, {
    without: ['register', 'take a backup', 'change the areas'],
    kinds: (call) => FAULTS.slice(call % FAULTS.length).slice(0, 1),
  });
  expect(results.flatMap(({ faults }) => faults)).toEqual([]);
  expect(results.length).toBeGreaterThan(15);
});
