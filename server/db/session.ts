/** One connection for long work: migrations, backups and restores. */
import { finished } from 'node:stream/promises';
import { type ClientBase, escapeIdentifier } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

export interface Session {
  /** Statements without parameters. */
  script(sql: string): Promise<void>;
  rows(sql: string, parameters?: unknown[]): Promise<Record<string, unknown>[]>;
  /** The rows of a table in PostgreSQL's text format for COPY. A chunk can end within a row. */
  copyOut(table: string, columns: readonly string[]): AsyncIterable<Uint8Array>;
  /** Adds rows in that format. */
  copyIn(table: string, columns: readonly string[], rows: Uint8Array<ArrayBuffer>): Promise<void>;
}

export type Snapshot = Session & { close(): Promise<void> };

export function sessionOn(client: ClientBase): Session {
  return {
    script: async (text) => void (await client.query(text)),
    rows: async (text, parameters) => (await client.query<Record<string, unknown>>(text, parameters)).rows,
    copyOut: (table, columns) => client.query(copyTo(`copy ${target(table, columns)} to stdout`)),
    async copyIn(table, columns, rows) {
      const stream = client.query(copyFrom(`copy ${target(table, columns)} from stdin`));
      stream.end(rows);
      await finished(stream);
    },
  };
}

function target(table: string, columns: readonly string[]): string {
  return `${escapeIdentifier(table)} (${columns.map(escapeIdentifier).join(', ')})`;
}
