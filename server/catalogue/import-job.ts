import type { RowFault } from '../../domain/catalogue/catalogue-file.ts';
import type { Actor } from '../db/audit.ts';
import type { LineUnit } from './catalogue-file.ts';
import type { NamedChanges } from './compare.ts';
import type { ImportSummary } from './write.ts';

export interface ImportJob {
  id: string;
  fileName: string;
  replace: boolean;
  /** Who checked it; from the start of the import on, who started that. */
  by: Actor;
  /** 'refused' files cannot be imported; 'failed' says in `error` why, and nothing was changed. */
  state: 'checking' | 'refused' | 'checked' | 'importing' | 'done' | 'failed';
  phase: 'reading' | 'pictures' | 'comparing' | 'importing' | null;
  /** Of the phase: bytes that are read, pictures, rows. */
  done: number;
  total: number;
  summary: ImportSummary | null;
  /** The first 100 products of each kind. */
  changes: NamedChanges | null;
  /** The first 500 bad rows. */
  faults: RowFault[];
  faultCount: number;
  unit: LineUnit;
  error: string | null;
  startedAt: Date;
  /** When the state was reached in which it is; null while it is at work. */
  endedAt: Date | null;
}
