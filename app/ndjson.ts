export const NDJSON = 'application/x-ndjson';

/** An answer of JSON values, one on each line, which `work` writes. The work goes on when the client disconnects. It must not throw. */
export function lineResponse(work: (write: (line: object) => void) => Promise<void>): Response {
  const encoder = new TextEncoder();
  let open = true;
  const lines = new ReadableStream<Uint8Array>({
    async start(controller) {
      await work((line) => {
        if (open) controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
      });
      if (open) controller.close();
    },
    cancel() {
      open = false;
    },
  });
  // Compression would hold the lines back.
  return new Response(lines, { headers: { 'Content-Type': NDJSON, 'Cache-Control': 'no-store, no-transform' } });
}
