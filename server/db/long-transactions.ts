/** Transactions that take as long as a backup or a restore. */
import type { Pool } from 'pg';
import { type Session, type Snapshot, sessionOn } from './session.ts';

const WITHOUT_LIMITS = 'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0';

export async function openSnapshot(pool: Pool): Promise<Snapshot> {
  const client = await pool.connect();
  try {
    await client.query(`begin isolation level repeatable read read only; ${WITHOUT_LIMITS}`);
  } catch (error) {
    client.release(true);
    throw error;
  }
  return {
    ...sessionOn(client),
    // The connection may be in the middle of a copy that nobody reads any more.
    close: async () => client.release(true),
  };
}

export async function runTransaction<T>(pool: Pool, work: (session: Session) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(`begin; ${WITHOUT_LIMITS}`);
    const result = await work(sessionOn(client));
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    // Closing the connection rolls back.
    client.release(true);
    throw error;
  }
}
