/** One request that the shop accepts. */

/** How a body is written. `file` is sent as it is. */
export type Encoding = 'json' | 'form' | 'multipart' | 'ndjson' | 'csv' | 'file';

export interface Recipe {
  method: string;
  /** The address as in the route table: `/api/orders/:id`. */
  pattern: string;
  query?: Readonly<Record<string, string>>;
  encoding?: Encoding;
  /** The fields of the body, its rows, or the bytes of a file. */
  body?: unknown;
}

export const post = (
  pattern: string,
  body: unknown,
  encoding: Encoding,
  query: Record<string, string> = {},
): Recipe => ({
  method: 'POST',
  pattern,
  body,
  encoding,
  query,
});
export const get = (pattern: string, query: Record<string, string> = {}): Recipe => ({ method: 'GET', pattern, query });
