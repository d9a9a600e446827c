/** The shop's two processes: a dead one is started again when it is needed. */
import type { ShopProcess, World } from './world.ts';

export interface Processes {
  size: number;
  get(number: number): Promise<ShopProcess>;
  /** How often one was started. */
  starts(): number;
  close(): Promise<void>;
}

export function startProcesses(world: World, size = 2): Processes {
  const open: Promise<ShopProcess>[] = [];
  let starts = 0;
  async function get(number: number): Promise<ShopProcess> {
    const seen = open[number];
    const present = await seen;
    if (present && !present.isDead()) return present;
    // Requests that come at once wait for the same start.
    if (open[number] === seen) {
      starts += 1;
      open[number] = world.open();
    }
    return get(number);
  }
  return {
    size,
    get,
    starts: () => starts,
    async close() {
      for (const process of open) await (await process).close();
    },
  };
}
