/** One seed: a random walk through the life of a shop, with faults, against the model. */
import { setTimeout } from 'node:timers/promises';
import { inspect } from 'node:util';
import { type Answer, ask } from './ask.ts';
import { begin, firstModel } from './begin.ts';
import { isUnavailable } from '../../server/db/errors.ts';
import { type Attempted, untilAnswered } from './again.ts';
import { finalFaults } from './checks.ts';
import { type Draws, createDraws } from './draw.ts';
import { FAULTS, type Fault } from './gate.ts';
import { carryOut } from './carry-out.ts';
import type { Expected, Model, Request } from './model.ts';
import { ORDER_NEWS } from '../../domain/orders/change-order.ts';
import type { GatewayMode } from '../../test/support/sms-gateway.ts';
import type { MailMode } from './mailbox.ts';
import type { Processes } from './processes.ts';
import { differences } from './stored.ts';
import type { JobName, World } from './world.ts';

/** Of a walk. */
export const STEPS = 60;

const JUMPS = [2_000, 6_000, 20_000, 120_000, 600_000, 86_400_000] as const;
const MOST_CALLS = 10;
/** Much longer than needed, for busy machines. */
const HEARS_WITHIN_MS = 60_000;

/** Something that must hold does not. */
export class Broken extends Error {
  override name = 'Broken';
}

export interface Walk {
  seed: number;
  /** One line for each step. */
  steps: string[];
  /** The first thing that does not hold; null: all does. */
  broken: string | null;
  requests: number;
  faults: number;
}

export interface Walking {
  world: World;
  processes: Processes;
  model: Model;
  draws: Draws;
  /** Of purged customers: how many mails were delivered by then. */
  mailsAtPurge: Map<string, number>;
  /** Whether the clock was set back: then something may have been undone whose mail had left. */
  wentBack: boolean;
  /** Whether a mail may have been delivered twice. */
  mayRepeatMails: boolean;
}

export async function walk(world: World, processes: Processes, seed: number, length = STEPS): Promise<Walk> {
  const result: Walk = { seed, steps: [], broken: null, requests: 0, faults: 0 };
  const draws = createDraws(seed);
  const model = firstModel();
  const walking: Walking = {
    world,
    processes,
    model,
    draws,
    mailsAtPurge: new Map(),
    wentBack: false,
    mayRepeatMails: false,
  };
  try {
    await begin(world, processes, model);
    await tellBySms(processes);
    for (let step = 0; step < length; step += 1) await takeStep(walking, result);
    await hearAll(walking);
    const faults = [...(await differences(world, model)), ...(await finalFaults(walking))];
    if (faults.length > 0) throw new Broken(faults.join('\n'));
  } catch (error) {
    result.broken = error instanceof Broken ? error.message : inspect(error);
  }
  return result;
}

async function tellBySms(processes: Processes): Promise<void> {
  const all = { smsOn: ORDER_NEWS, smsPerDay: 9_999 };
  for (let number = 0; number < processes.size; number += 1)
    await (await processes.get(number)).services.shop.change(all, 'operator');
}

async function hearAll(walking: Walking): Promise<void> {
  walking.world.mailbox.setMode('accept');
  walking.world.gateway.set('accept');
  for (let number = 0; number < walking.processes.size; number += 1) await hear(walking, number);
}

async function takeStep(walking: Walking, result: Walk): Promise<void> {
  const { draws, model, world, processes } = walking;
  const dice = draws.below(100);
  const number = draws.below(processes.size);
  if (dice < 62) return single(walking, result, number);
  if (dice < 72) return together(walking, result);
  if (dice < 84) return job(walking, result, number, draws.pick(['mails', 'orders', 'orders', 'mails', 'sweep']));
  if (dice < 91) {
    const back = draws.chance(0.1);
    const ms = back ? -5_000 : draws.pick(JUMPS);
    result.steps.push(`the clock jumps by ${ms} ms`);
    walking.wentBack ||= back;
    await world.clock.jump(ms);
    return;
  }
  if (dice < 93) {
    const mode = draws.pick<GatewayMode>(['accept', 'accept', 'lose', 'cut', 429, 500]);
    result.steps.push(`the gateway of SMS: ${mode}`);
    world.gateway.set(mode);
    return;
  }
  if (dice < 95) {
    const mode = draws.pick<MailMode>(['accept', 'accept', 'refuse', 'lose']);
    result.steps.push(`the mail server: ${mode}`);
    walking.mayRepeatMails ||= mode === 'lose';
    world.mailbox.setMode(mode);
    return;
  }
  if (dice < 98) {
    const { gate } = await processes.get(number);
    const isDeaf = draws.chance(0.5);
    result.steps.push(`process ${number} ${isDeaf ? 'misses notifications' : 'hears again'}`);
    if (isDeaf) gate.deafen();
    else await hear(walking, number);
    return;
  }
  result.steps.push('a look at all orders');
  const found = await differences(world, model);
  if (found.length > 0) throw new Broken(found.join('\n'));
}

function drawFault({ draws }: Walking, share: number): { call: number; kind: Fault } | null {
  if (!draws.chance(share)) return null;
  return { call: 1 + draws.below(MOST_CALLS), kind: draws.pick(FAULTS) };
}

type Attempt = Attempted<Answer>;

async function attempt(
  { processes, model }: Walking,
  result: Walk,
  number: number,
  request: Request,
): Promise<Attempt> {
  const attempted = await untilAnswered(processes, number, (services) => ask(services, request, model));
  if (attempted.again) result.faults += 1;
  return attempted;
}

async function single(walking: Walking, result: Walk, number: number): Promise<void> {
  const { draws, model, processes, world } = walking;
  const request = draws.request(model, await feeOf(walking, number));
  const fault = drawFault(walking, 0.3);
  if (fault?.kind.startsWith('killed')) await hear(walking, number);
  const { gate } = await processes.get(number);
  result.steps.push(`process ${number}: ${inspect(request, { breakLength: Infinity, depth: 5 })}${told(fault)}`);
  result.requests += 1;
  gate.plan(fault);
  const { answer, again } = await attempt(walking, result, number, request);
  gate.plan(null);
  const expected = carryOut(model, request, { at: Date.now(), fee: await feeOf(walking, number) });
  result.steps.push(`  → ${answer.kind}${answer.repeated ? ', repeated' : ''}${again ? ', asked again' : ''}`);
  if (!fits(request, expected, { answer, again })) {
    throw new Broken(
      `${inspect(request)} is answered ${answer.kind}, repeated: ${answer.repeated}; not ${inspect(expected)}`,
    );
  }
  learn(model, request, answer);
  // The clock stands still, and what comes after a handover is not part of it.
  if (request.op === 'hand over') await world.clock.jump(1);
  if (request.op === 'purge' && answer.kind !== 'not-due') {
    walking.mailsAtPurge.set(request.customer, world.mailbox.deliveries.length);
  }
  if (request.op !== 'fee') return;
  for (let other = 0; other < processes.size; other += 1)
    if (!(await processes.get(other)).gate.isDeaf()) await hear(walking, other);
}

async function feeOf({ processes }: Walking, number: number): Promise<number> {
  return (await processes.get(number)).services.shop.settings().fee;
}

/** A process that hears again knows soon what it has missed. */
async function hear({ processes, model }: Walking, number: number): Promise<void> {
  const { services, gate } = await processes.get(number);
  gate.hear();
  const deadline = performance.now() + HEARS_WITHIN_MS;
  while (services.shop.settings().fee !== model.fee) {
    if (performance.now() > deadline) throw new Broken(`process ${number} does not hear of the fee ${model.fee}`);
    await setTimeout(2);
  }
}

const told = (fault: { call: number; kind: Fault } | null): string =>
  fault ? ` with call ${fault.call} ${fault.kind}` : '';

/** Once carried out, it may be asked for again. */
const GONE_ON: Readonly<Record<string, string>> = {
  'handed-over': 'changed-meanwhile',
  changed: 'changed-meanwhile',
  purged: 'unknown',
};

/** Of an order whose price changes at once, while another one takes the last pieces or the last place, any is told first. */
const TOLD_FIRST: ReadonlySet<string> = new Set(['price-changed', 'product-unavailable', 'slot-full']);

function fits({ op }: Request, expected: Expected, { answer, again }: Attempt, atOnce = false): boolean {
  if (atOnce && op === 'place' && TOLD_FIRST.has(answer.kind) && TOLD_FIRST.has(expected.kind)) return true;
  if (answer.kind !== expected.kind) {
    return again && GONE_ON[expected.kind] === answer.kind && (op === 'hand over' || op === 'purge');
  }
  if (expected.repeated === undefined || answer.repeated === expected.repeated) return true;
  return again && answer.repeated === true;
}

/** The id of a new order. */
function learn(model: Model, request: Request, { order }: Answer): void {
  if (!order || !('key' in request) || request.key === undefined) return;
  const made = model.orders[request.key];
  if (!made) return;
  made.id = order.id;
  if ('link' in order) made.link = order.link ?? '';
}

/** Requests at once: their answers, and what is there afterwards, must be those of one after the other. */
async function together(walking: Walking, result: Walk): Promise<void> {
  const { draws, model, processes, world } = walking;
  const met = draws.meeting(model, await feeOf(walking, 0));
  const requests = met.map((request) => ({ request, number: draws.below(processes.size) }));
  const number = draws.below(processes.size);
  const fault = drawFault(walking, 0.3);
  if (fault?.kind.startsWith('killed')) await hear(walking, number);
  for (const { request } of requests) {
    result.steps.push(`at once: ${inspect(request, { breakLength: Infinity, depth: 5 })}${told(fault)}`);
  }
  result.requests += requests.length;
  for (let at = 0; at < processes.size; at += 1) (await processes.get(at)).gate.plan(at === number ? fault : null);
  const settled = await Promise.allSettled(
    requests.map(({ request, number }) => attempt(walking, result, number, request)),
  );
  for (const one of settled) if (one.status === 'rejected') throw one.reason;
  const fees = await Promise.all(requests.map(({ number }) => feeOf(walking, number)));
  const done = settled.flatMap((one, index) => {
    const request = requests[index]?.request;
    return one.status === 'fulfilled' && request ? [{ request, fee: fees[index] ?? 0, ...one.value }] : [];
  });
  for (let at = 0; at < processes.size; at += 1) (await processes.get(at)).gate.plan(null);
  result.steps.push(
    `  → ${done.map(({ answer, again }) => `${answer.kind}${answer.repeated ? ', repeated' : ''}${again ? ', asked again' : ''}`).join(' | ')}`,
  );

  const reasons: string[] = [];
  for (const order of permutations(done)) {
    const tried = structuredClone(model);
    const wrong = order.find(({ request, fee, answer, again }) => {
      const isRight = fits(request, carryOut(tried, request, { at: Date.now(), fee }), { answer, again }, true);
      learn(tried, request, answer);
      return !isRight;
    });
    const found = wrong ? [`${inspect(wrong.request)} → ${wrong.answer.kind}`] : await differences(world, tried);
    if (found.length === 0) {
      Object.assign(model, tried);
      for (const { request, answer } of done) {
        if (request.op === 'purge' && answer.kind !== 'not-due') {
          walking.mailsAtPurge.set(request.customer, world.mailbox.deliveries.length);
        }
      }
      return;
    }
    reasons.push(found.join('\n'));
  }
  throw new Broken(`in no order do the requests lead to their answers and to what is there:\n${reasons.join('\nor ')}`);
}

function permutations<T>(list: readonly T[]): T[][] {
  if (list.length < 2) return [[...list]];
  return list.flatMap((first, at) => permutations(list.toSpliced(at, 1)).map((rest) => [first].concat(rest)));
}

/** A job fails as a request does, and is carried out by its next run. */
async function job(walking: Walking, result: Walk, number: number, name: JobName): Promise<void> {
  const fault = drawFault(walking, 0.3);
  const process = await walking.processes.get(number);
  result.steps.push(`process ${number} does ${name}${told(fault)}`);
  walking.mayRepeatMails ||= fault !== null && name === 'mails';
  process.gate.plan(fault);
  try {
    await process.run(name);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    result.faults += 1;
  }
  process.gate.plan(null);
}
