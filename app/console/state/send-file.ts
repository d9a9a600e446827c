import { asRecord, jsonOf } from '../../../base/record.ts';
import { loggedOut } from './answer.ts';

export type Sent = { ok: true; answer: Readonly<Record<string, unknown>> } | { ok: false; error: string };

const LOST = 'The file could not be sent: the connection was lost. Please try again.';
const REFUSED = 'The shop could not take the file. Please try again.';

/** Sends a file as the body of a request, and tells how many of its bytes are sent. (`fetch` cannot tell.) */
export function sendFile(
  file: Blob,
  address: string,
  onProgress: (sent: number) => void,
  headers: Readonly<Record<string, string>> = {},
): Promise<Sent> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    request.addEventListener('error', () => resolve({ ok: false, error: LOST }));
    request.addEventListener('load', () => {
      // Work that takes long writes lines of progress before.
      const answer = asRecord(jsonOf(request.responseText.trim().split('\n').at(-1) ?? ''));
      const problem = request.status === 200 ? asRecord(answer?.problem) : answer;
      if (request.status === 200 && answer && !problem) return resolve({ ok: true, answer });
      if (request.status === 401) {
        loggedOut.set(true);
        return resolve({ ok: false, error: 'You are logged out. Log in in another tab, then try again.' });
      }
      resolve({ ok: false, error: typeof problem?.detail === 'string' ? problem.detail : REFUSED });
    });
    request.send(file);
  });
}
