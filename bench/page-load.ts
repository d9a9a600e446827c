/** Load on one page, with a browser's headers. */
import { type Answer, openConnection, requestBytes } from './connection.ts';
import { type LoadResult, runLoad } from './load.ts';

const BROWSER_HEADERS = { 'accept-encoding': 'gzip, deflate, br, zstd' };

/** One answer, which must be 200. */
export async function loadOnce(port: number, path: string): Promise<Answer> {
  const connection = await openConnection(port);
  try {
    const answer = await connection.request(requestBytes(path, { headers: BROWSER_HEADERS }));
    if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}`);
    return answer;
  } finally {
    connection.close();
  }
}

interface PageLoad {
  port: number;
  pid: number;
  path: string;
  headers?: Record<string, string>;
  ms: number;
  /** The only expected status. */
  status?: number;
}

/** Loads the page with 64 connections. @throws when an answer has another status. */
export async function loadPage({ port, pid, path, headers = {}, ms, status = 200 }: PageLoad): Promise<LoadResult> {
  const request = requestBytes(path, { headers: { ...BROWSER_HEADERS, ...headers } });
  const result = await runLoad({ port, pid, next: () => request, ms, expect: [status] });
  if (Object.keys(result.unexpected).length > 0) {
    throw new Error(`${path} answered with other statuses: ${JSON.stringify(result.unexpected)}`);
  }
  return result;
}
