import { textStream } from './text-stream.ts';

export const NDJSON = 'application/x-ndjson';

/** An answer of what is read while it is sent: one JSON value on each line, of objects only with these `fields`, if given. */
export function listResponse(values: AsyncIterable<object>, fields?: string[]): Response {
  return new Response(textStream(linesOf(values, fields)), { headers: { 'Content-Type': NDJSON } });
}

async function* linesOf(values: AsyncIterable<object>, fields?: string[]): AsyncGenerator<string> {
  for await (const value of values) yield `${JSON.stringify(value, fields)}\n`;
}

/** One JSON value on each line, which `work` writes. The work goes on when the client disconnects. It must not throw. */
export function lineResponse(work: (write: (line: object) => void) => Promise<void>): Response {
  const encoder = new TextEncoder();
  let open = true;
  const lines = new ReadableStream<Uint8Array>({
    async start(controller) {
      await work((line) => open && controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`)));
      if (open) controller.close();
    },
    cancel() {
      open = false;
    },
  });
  // Compression would hold the lines back.
  return new Response(lines, { headers: { 'Content-Type': NDJSON, 'Cache-Control': 'no-store, no-transform' } });
}
