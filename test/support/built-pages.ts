/** Builds the pages once before a run whose test files all open shops: two builds at once would spoil each other. */
import { buildPages } from '../../server/build/build.ts';

export default (): Promise<void> => buildPages({ onlyWhenStale: true });
