import type { ImportJob } from '../../../server/catalogue/import-job.ts';
import { createValue } from '../../state/value.ts';

/** How far an import is, of whichever operator. */
export type ImportProgress = Pick<ImportJob, 'id' | 'state' | 'phase' | 'done' | 'total'>;

export const importProgress = createValue<ImportProgress | null>(null);
