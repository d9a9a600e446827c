import type { FrontDoor } from './front-door.ts';

export interface Write {
  path: string;
  fields: Record<string, string>;
}

/**
 * What writes of the console answer who may not send them: an operator's browser at another site (403), a visitor and a customer (401).
 * The faults; the caller checks that nothing has changed.
 */
export async function strangersWho(door: FrontDoor, writes: readonly Write[]): Promise<string[]> {
  const [operator, visitor, customer] = [await door.operator(), door.visitor(), door.visitor()];
  await customer.register();
  const faults: string[] = [];
  for (const { path, fields } of writes) {
    const init = { method: 'POST', body: new URLSearchParams(fields) };
    const elsewhere = { ...init, headers: { Origin: 'https://elsewhere.example' } };
    const answers = [
      await operator.fetch(path, elsewhere),
      await visitor.fetch(path, init),
      await customer.fetch(path, init),
    ];
    const statuses = answers.map(({ status }) => status).join();
    if (statuses !== '403,401,401') faults.push(`${path} ${statuses}`);
  }
  return faults;
}
