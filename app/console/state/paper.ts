import { createStored, readFlag } from '../../state/local-storage.ts';

/** The papers of packing slips; each has its page in console.css. */
export const PAPERS = { a5: 'A5', receipt: '80 mm receipt' } as const;

export type Paper = keyof typeof PAPERS;

export const paper = createStored<Paper>({
  key: 'slipPaper',
  empty: 'a5',
  read: (stored) => (isPaper(stored) ? stored : undefined),
});

export function isPaper(value: unknown): value is Paper {
  return typeof value === 'string' && Object.hasOwn(PAPERS, value);
}

/** Whether packing slips have prices. */
export const slipPrices = createStored<boolean>({ key: 'slipPrices', empty: false, read: readFlag });
