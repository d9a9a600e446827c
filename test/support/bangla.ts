/** Modules of screens as Bangla pages have them. */
import { vi } from 'vitest';

/**
 * What `load` imports, with the Bangla texts as `#messages`. Which texts a module has is decided where it is resolved,
 * so it is imported a second time.
 */
export async function importInBangla<Module>(load: () => Promise<Module>): Promise<Module> {
  vi.resetModules();
  vi.doMock('#messages', () => vi.importActual('../../messages/bn.ts'));
  vi.doMock('#reasons', () => vi.importActual('../../messages/bn-reasons.ts'));
  vi.doMock('#console-texts', () => vi.importActual('../../messages/console/bn.ts'));
  try {
    return await load();
  } finally {
    vi.doUnmock('#messages');
    vi.doUnmock('#reasons');
    vi.doUnmock('#console-texts');
    vi.resetModules();
  }
}
