/** An import's rows on their way to the shop. */
import { z } from 'zod';
import type { CatalogueRow } from '../domain/catalogue-file.ts';
import type { ImportSummary } from '../server/catalogue/write.ts';
import { Refusal } from './client.ts';
import type { ShopClient } from './client.ts';
import { Failure } from './failure.ts';
import type { Progress } from './progress.ts';

export interface ImportCall {
  shop: ShopClient;
  /** Their images are addresses by now. */
  rows: readonly CatalogueRow[];
  replace: boolean;
  dryRun: boolean;
  progress: Progress;
}

/** What was done (or would be), or which products the shop refuses; then nothing was done. */
export type Imported =
  | { ok: true; summary: ImportSummary }
  | { ok: false; faults: { id: string; reasons: string[] }[] };

/** Rows that go out in one piece. */
const PIECE = 500;

const shopAnswer = z.object({ name: z.string(), products: z.number() });
const summary: z.ZodType<ImportSummary> = z.object({
  added: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  removed: z.number(),
});
const toldLine = z.union([
  z.object({ done: z.number() }),
  z.object({ summary }),
  z.object({ problem: z.object({ detail: z.string() }) }),
]);
const faultList = z.array(z.object({ line: z.number(), reasons: z.array(z.string()) }));

/** Whether the shop is there and takes our token. @throws {Failure} when not. */
export async function checkShop(shop: ShopClient): Promise<void> {
  await shop.call('', shopAnswer);
}

/** Sends the rows and waits for what becomes of them. @throws {Failure} */
export async function callImport({ shop, rows, replace, dryRun, progress }: ImportCall): Promise<Imported> {
  const address = `/import?rows=${rows.length}&replace=${replace}&dryRun=${dryRun}`;
  const body = streamOf(piecesOf(rows, (done) => progress.show('Sending', done, rows.length)));
  const sending = { method: 'POST', body, contentType: 'application/x-ndjson' } as const;
  try {
    for await (const line of shop.lines(address, toldLine, sending)) {
      if ('summary' in line) return { ok: true, summary: line.summary };
      if ('problem' in line) throw new Failure(`nothing was imported: ${line.problem.detail}`);
      progress.show(dryRun ? 'Comparing' : 'Importing', line.done, rows.length);
    }
  } catch (error) {
    const faults = error instanceof Refusal ? faultList.safeParse(error.problem.faults).data : undefined;
    if (!faults?.length) throw error;
    return { ok: false, faults: faults.map(({ line, reasons }) => ({ id: rows[line - 1]?.id ?? '', reasons })) };
  }
  throw new Failure(`the connection to ${shop.url} broke off: see with products export whether the import was done`);
}

/** The rows as the shop takes them, one on each line. */
function* piecesOf(rows: readonly CatalogueRow[], onSent: (done: number) => void): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  for (let at = 0; at < rows.length; at += PIECE) {
    const lines = rows.slice(at, at + PIECE).map(({ type: _, ...row }) => `${JSON.stringify(row)}\n`);
    yield encoder.encode(lines.join(''));
    onSent(Math.min(at + PIECE, rows.length));
  }
}

/** A body that is made as it is sent. */
function streamOf(pieces: Generator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      const { done, value } = pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}
