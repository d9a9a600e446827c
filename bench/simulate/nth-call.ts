/**
 * Each journey with each of its calls to the database failing in each way: asked for again, it must lead where it leads
 * undisturbed.
 */
import { inspect } from 'node:util';
import { untilAnswered } from './again.ts';
import { ask } from './ask.ts';
import { begin, firstModel } from './begin.ts';
import { contentOf } from './content.ts';
import { FAULTS, type Fault } from './gate.ts';
import { JOURNEYS, type Journey } from './journeys.ts';
import { carryOut } from './carry-out.ts';
import type { Model, Request } from './model.ts';
import type { Processes } from './processes.ts';
import type { World } from './world.ts';

export interface JourneyResult {
  name: string;
  /** To the database, undisturbed. */
  calls: number;
  runs: number;
  /** What went wrong, one text for each run. */
  faults: string[];
}

interface NthCallOptions {
  journeys?: readonly Journey[];
  /** The ways in which a call fails, by its number. */
  kinds?: (call: number) => readonly Fault[];
  onJourney?: (result: JourneyResult) => void;
}

export async function failEachCall(
  world: World,
  processes: Processes,
  { journeys = JOURNEYS, kinds = () => FAULTS, onJourney = () => {} }: NthCallOptions = {},
): Promise<JourneyResult[]> {
  const results: JourneyResult[] = [];
  for (const journey of journeys) {
    const usual = await run(world, processes, journey, null);
    const result: JourneyResult = { name: journey.name, calls: usual.calls, runs: 0, faults: [] };
    results.push(result);
    for (let call = 1; call <= usual.calls; call += 1) {
      for (const kind of kinds(call)) {
        result.runs += 1;
        const where = `${journey.name}, call ${call} ${kind}`;
        try {
          const { content } = await run(world, processes, journey, { call, kind });
          const lacks = usual.content.filter((row) => !content.includes(row));
          const more = content.filter((row) => !usual.content.includes(row));
          if (lacks.length + more.length > 0 || content.length !== usual.content.length)
            result.faults.push(`${where}: lacks ${inspect(lacks)}, has ${inspect(more)}, ${content.length} rows`);
        } catch (error) {
          result.faults.push(`${where}: ${inspect(error)}`);
        }
      }
    }
    onJourney(result);
  }
  return results;
}

async function run(world: World, processes: Processes, journey: Journey, fault: { call: number; kind: Fault } | null) {
  const model = firstModel();
  await begin(world, processes, model);
  for (const request of journey.before ?? []) await prepare(processes, model, request);
  const { gate } = await processes.get(0);
  gate.plan(fault);
  await untilAnswered(processes, 0, async () => journey.act(await processes.get(0), model, world));
  const calls = gate.calls();
  gate.plan(null);
  return { calls, content: await contentOf(world, journey.except) };
}

async function prepare(processes: Processes, model: Model, request: Request): Promise<void> {
  const { services } = await processes.get(0);
  const answer = await ask(services, request, model);
  carryOut(model, request, { at: Date.now(), fee: model.fee });
  const made = 'key' in request && request.key !== undefined ? model.orders[request.key] : undefined;
  if (made && answer.order) Object.assign(made, { id: answer.order.id, link: answer.order.link ?? '' });
}
