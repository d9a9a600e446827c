import type { ImportJob } from '../../../server/catalogue/import-job.ts';
import { createValue } from '../../state/value.ts';

/** How far an import is, of whichever operator. */
export type ImportProgress = Pick<ImportJob, 'id' | 'state' | 'phase' | 'done' | 'total'>;

/** What the shop has last told about its import. */
export const importProgress = createValue<ImportProgress | null>(null);
