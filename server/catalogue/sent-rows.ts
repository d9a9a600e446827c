/** The command line sends one `FileRow` as JSON on each line. */
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { type FileRow, MAX_ROW_CHARACTERS } from '../../domain/catalogue/catalogue-file.ts';
import { LineTooLong, linesOf } from '../../base/lines.ts';
import type { ReadRows } from './catalogue-file.ts';
import type { Upload } from './upload.ts';

const fileRow: z.ZodType<FileRow> = z.object({
  line: z.int().min(1),
  value: z.unknown().optional(),
  reasons: z.array(z.string()).optional(),
});

/** Rows that are read at once, which takes a few ms. */
const BATCH_ROWS = 100;

/** With pauses for other requests. */
export function readSentRows({ handle, bytes }: Upload, onProgress: (part: number) => void): ReadRows {
  return async (read) => {
    const file = handle.createReadStream({ start: 0, autoClose: false });
    let at = 0;
    try {
      for await (const line of linesOf(textOf(file), MAX_ROW_CHARACTERS)) {
        at += 1;
        read(fileRow.parse(JSON.parse(line)));
        if (at % BATCH_ROWS !== 0) continue;
        onProgress(file.bytesRead / bytes);
        await setImmediate();
      }
    } catch (error) {
      if (isBadLine(error)) return { line: at, reasons: [`row ${at} of what was sent cannot be read`] };
      throw error;
    }
    return null;
  };
}

async function* textOf(file: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of file) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

function isBadLine(error: unknown): boolean {
  if (error instanceof TypeError && 'code' in error) return error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
  return error instanceof SyntaxError || error instanceof z.ZodError || error instanceof LineTooLong;
}
