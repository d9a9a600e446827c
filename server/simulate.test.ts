import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { FAULTS } from '../bench/simulate/gate.ts';
import { JOURNEYS } from '../bench/simulate/journeys.ts';
import { failEachCall } from '../bench/simulate/nth-call.ts';
import { type Processes, startProcesses } from '../bench/simulate/processes.ts';
import { walk } from '../bench/simulate/walk.ts';
import { type World, openWorld } from '../bench/simulate/world.ts';

/** Few: `npm run bench -- simulate` has 10,000. */
const SEEDS = Array.from({ length: 4 }, (_, at) => at + 1);

/** One of each kind; the others are the benchmark's. */
const TRIED =
  /^(?:place an order|settle an attempt|edit an order|pay what one owes|deliver an order and collect|hand cash over|send mails)$/;

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

test.each(JOURNEYS.filter(({ name }) => TRIED.test(name)))(
  'whichever call to the database fails, $name leads where it leads undisturbed',
  async (journey) => {
    // One way for each call; all of them are the benchmark's.
    const kinds = (call: number) => FAULTS.slice(call % FAULTS.length).slice(0, 1);
    const [result] = await failEachCall(world, processes, { journeys: [journey], kinds });
    expect(result?.faults).toEqual([]);
    expect(result?.calls).toBeGreaterThan(0);
  },
);
