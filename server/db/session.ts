/** One connection for long work: migrations, backups and restores. Both kinds of database have the same interface. */
import { finished } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

export interface Session {
  /** Runs a script of statements without parameters. */
  script(sql: string): Promise<void>;
  /** The rows of one query. */
  rows(sql: string, parameters?: unknown[]): Promise<Record<string, unknown>[]>;
  /** The rows of a table in PostgreSQL's text format for COPY. A chunk can end within a row. */
  copyOut(table: string, columns: readonly string[]): AsyncIterable<Uint8Array>;
  /** Adds rows in that format. */
  copyIn(table: string, columns: readonly string[], rows: Uint8Array<ArrayBuffer>): Promise<void>;
}

/** A view of the database at one moment, for reading. */
export interface Snapshot extends Session {
  close(): Promise<void>;
}

/** A name as SQL writes it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function postgresSession(client: ClientBase): Session {
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

/** What a session needs of PGlite. */
export interface PGliteConnection {
  query(
    sql: string,
    parameters?: unknown[],
    options?: { blob?: Blob },
  ): Promise<{ rows: Record<string, unknown>[]; blob?: Blob | undefined }>;
  exec(sql: string): Promise<unknown>;
}

/** Pages of a table in one COPY: some 2 MB, because PGlite has its result in memory. */
const COPY_PAGES = 256;

export function pgliteSession(connection: PGliteConnection): Session {
  const rows: Session['rows'] = async (text, parameters) => (await connection.query(text, parameters)).rows;
  return {
    script: async (text) => void (await connection.exec(text)),
    rows,
    async *copyOut(table, columns) {
      const [size] = await rows(`select (pg_relation_size($1::regclass) / 8192)::integer as pages`, [quoted(table)]);
      for (let page = 0; page < Number(size?.pages); page += COPY_PAGES) {
        const range = `ctid >= '(${page},0)' and ctid < '(${page + COPY_PAGES},0)'`;
        const part = `select ${columns.map(quoted).join(', ')} from ${quoted(table)} where ${range}`;
        const { blob } = await connection.query(`copy (${part}) to '/dev/blob'`);
        if (blob) yield new Uint8Array(await blob.arrayBuffer());
      }
    },
    async copyIn(table, columns, bytes) {
      await connection.query(`copy ${target(table, columns)} from '/dev/blob'`, [], { blob: new Blob([bytes]) });
    },
  };
}

function target(table: string, columns: readonly string[]): string {
  return `${quoted(table)} (${columns.map(quoted).join(', ')})`;
}
