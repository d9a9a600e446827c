/** The least that is sent at once, in characters. */
const CHUNK_CHARACTERS = 64 * 1024;

/** The body of an answer that is made while it is sent. It stops being made when nobody reads on. */
export function textStream(texts: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const left = texts[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      let chunk = '';
      while (chunk.length < CHUNK_CHARACTERS) {
        const { done, value } = await left.next();
        if (!done) chunk += value;
        else {
          controller.enqueue(encoder.encode(chunk));
          return controller.close();
        }
      }
      controller.enqueue(encoder.encode(chunk));
    },
    async cancel() {
      await left.return?.();
    },
  });
}
