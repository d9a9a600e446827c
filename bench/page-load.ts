/** Load on one page, asked for as browsers do. */
import { type Answer, openConnection, requestBytes } from './connection.ts';
import { type LoadResult, runLoad } from './load.ts';

const AS_BROWSERS = { 'accept-encoding': 'gzip, deflate, br, zstd' };

/** One answer, which has to be 200. */
export async function askOnce(port: number, path: string): Promise<Answer> {
  const connection = await openConnection(port);
  try {
    const answer = await connection.ask(requestBytes(path, { headers: AS_BROWSERS }));
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
  /** The one status that is expected. */
  status?: number;
}

/** 64 connections asking for the page. @throws when any answer is another than expected. */
export async function loadPage({ port, pid, path, headers = {}, ms, status = 200 }: PageLoad): Promise<LoadResult> {
  const request = requestBytes(path, { headers: { ...AS_BROWSERS, ...headers } });
  const result = await runLoad({ port, pid, next: () => request, ms, expect: [status] });
  if (Object.keys(result.unexpected).length > 0) {
    throw new Error(`${path} answered with other statuses: ${JSON.stringify(result.unexpected)}`);
  }
  return result;
}
