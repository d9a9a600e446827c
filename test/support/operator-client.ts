/** A client of the operator's API: adds products to a running shop and changes them. */

/** The operator's token of the tests' shop processes. */
export const OPERATOR_TOKEN = 'token-of-the-operator-of-these-processes';

/** A row of the catalogue file. */
interface Row {
  id: string;
  name: string;
  image: string;
  weight: string;
  unit: string;
  price: number;
  discount: string;
  status: string;
  category: string;
}

const rice = { image: '', weight: '1', unit: 'kg', discount: '0', status: 'top', category: 'rice' };

/** The products of the tests' shops. */
export const PRODUCTS: readonly Row[] = [
  { ...rice, id: 'miniket', name: 'Miniket Rice', price: 75 },
  { ...rice, id: 'chinigura', name: 'Chinigura Rice', price: 140.5, discount: '12.5' },
  { ...rice, id: 'rui', name: 'Rui Fish', price: 350, status: 'popular', category: 'fish' },
];

/** Calls the operator's API. */
export function operatorRequest(url: string, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { Authorization: `Bearer ${OPERATOR_TOKEN}`, ...init.headers };
  return fetch(`${url}/api/operator${path}`, { ...init, headers });
}

/** Sends JSON; a refusal is an error. */
export async function operatorSends(url: string, method: string, path: string, json: unknown): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  await expectOk(await operatorRequest(url, path, { method, headers, body: JSON.stringify(json) }));
}

async function expectOk(response: Response): Promise<void> {
  const text = await response.text();
  if (!response.ok) throw new Error(`the operator's API answers ${response.status}: ${text}`);
}

interface Job {
  id: string;
  state: string;
  error: string | null;
}

async function jobOf(response: Response): Promise<Job> {
  const text = await response.text();
  if (!response.ok) throw new Error(`the operator's API answers ${response.status}: ${text}`);
  return JSON.parse(text);
}

/** The job when nothing is at work on it any more. */
export async function endOfImport(url: string, given: Job): Promise<Job> {
  let job = given;
  while (job.state === 'checking' || job.state === 'importing') {
    job = await jobOf(await operatorRequest(url, `/import/${job.id}`));
  }
  return job;
}

/** Has the products checked and their import started. */
export async function startImport(url: string, rows: readonly Row[], { replace = false } = {}): Promise<Job> {
  const headers = { 'Content-Type': 'application/octet-stream' };
  const init = { method: 'POST', headers, body: JSON.stringify(rows) };
  const checked = await endOfImport(url, await jobOf(await operatorRequest(url, `/import?replace=${replace}`, init)));
  if (checked.state !== 'checked') throw new Error(`the import is ${checked.state}: ${checked.error}`);
  return jobOf(await operatorRequest(url, `/import/${checked.id}`, { method: 'POST' }));
}

/** Adds and changes products; with `replace` it also removes all others. */
export async function importProducts(
  url: string,
  rows: readonly Row[],
  options: { replace?: boolean } = {},
): Promise<void> {
  const { state, error } = await endOfImport(url, await startImport(url, rows, options));
  if (state !== 'done') throw new Error(`the import is ${state}: ${error}`);
}

/** Changes some fields of one product. */
export async function changeProduct(url: string, id: string, fields: Partial<Row>): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  await expectOk(
    await operatorRequest(url, `/products/${id}`, { method: 'PATCH', headers, body: JSON.stringify(fields) }),
  );
}

/** Removes a product. */
export async function removeProduct(url: string, id: string): Promise<void> {
  await expectOk(await operatorRequest(url, `/products/${id}`, { method: 'DELETE' }));
}
