/** In characters: small parts are sent together. */
const CHUNK = 64 * 1024;

/** The body of an answer that is made while it is sent. It stops being made when nobody reads on. */
export function textStream(parts: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const left = parts[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      let chunk = '';
      while (chunk.length < CHUNK) {
        const { done, value } = await left.next();
        if (done) {
          controller.enqueue(encoder.encode(chunk));
          controller.close();
          return;
        }
        chunk += value;
      }
      controller.enqueue(encoder.encode(chunk));
    },
    async cancel() {
      await left.return?.();
    },
  });
}
