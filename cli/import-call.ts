import { z } from 'zod';
import type { CatalogueRow } from '../domain/catalogue-file.ts';
import type { ImportSummary } from '../server/catalogue/write.ts';
import { Refusal } from './client.ts';
import type { ShopClient } from './client.ts';
import { Failure } from './failure.ts';
import type { Progress } from './progress.ts';

export interface ImportCall {
  shop: ShopClient;
  /** The `image` of each row is already an address in the shop or an http(s) URL. */
  rows: readonly CatalogueRow[];
  replace: boolean;
  dryRun: boolean;
  progress: Progress;
}

/** The import's summary (in a dry run, what would change), or the refused products; then nothing was imported. */
export type ImportResult =
  | { ok: true; summary: ImportSummary }
  | { ok: false; faults: { id: string; reasons: string[] }[] };

const CHUNK_ROWS = 500;

const shopAnswer = z.object({ name: z.string(), products: z.number() });
const summary: z.ZodType<ImportSummary> = z.object({
  added: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  removed: z.number(),
});
const responseLine = z.union([
  z.object({ done: z.number() }),
  z.object({ summary }),
  z.object({ problem: z.object({ detail: z.string() }) }),
]);
const faultList = z.array(z.object({ line: z.number(), reasons: z.array(z.string()) }));

/** Checks that the shop answers and accepts the token. @throws {Failure} when it does not. */
export async function checkShop(shop: ShopClient): Promise<void> {
  await shop.call('', shopAnswer);
}

/** Sends the rows and waits for the result. @throws {Failure} */
export async function callImport({ shop, rows, replace, dryRun, progress }: ImportCall): Promise<ImportResult> {
  const address = `/import?rows=${rows.length}&replace=${replace}&dryRun=${dryRun}`;
  const body = streamOf(chunksOf(rows, (done) => progress.show('Sending', done, rows.length)));
  const request = { method: 'POST', body, contentType: 'application/x-ndjson' } as const;
  try {
    for await (const line of shop.lines(address, responseLine, request)) {
      if ('summary' in line) return { ok: true, summary: line.summary };
      if ('problem' in line) throw new Failure(`nothing was imported: ${line.problem.detail}`);
      progress.show(dryRun ? 'Comparing' : 'Importing', line.done, rows.length);
    }
  } catch (error) {
    const faults = error instanceof Refusal ? faultList.safeParse(error.problem.faults).data : undefined;
    if (!faults?.length) throw error;
    return { ok: false, faults: faults.map(({ line, reasons }) => ({ id: rows[line - 1]?.id ?? '', reasons })) };
  }
  throw new Failure(`the connection to ${shop.url} was lost: look with products export whether the import was done`);
}

function* chunksOf(rows: readonly CatalogueRow[], onSent: (done: number) => void): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  for (let at = 0; at < rows.length; at += CHUNK_ROWS) {
    const lines = rows.slice(at, at + CHUNK_ROWS).map(({ type: _, ...row }) => `${JSON.stringify(row)}\n`);
    yield encoder.encode(lines.join(''));
    onSent(Math.min(at + CHUNK_ROWS, rows.length));
  }
}

function streamOf(chunks: Generator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      const { done, value } = chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}
