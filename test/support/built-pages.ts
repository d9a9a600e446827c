/**
 * Builds the pages once before the test files that open shops, because two builds in parallel would disturb each other.
 */
import { buildWhenStale } from '../../server/build/build.ts';

export default (): Promise<void> => buildWhenStale();
