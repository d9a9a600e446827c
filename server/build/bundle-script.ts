import type { InlineConfig } from 'vite';

/** The module `file` and what it uses of its imports, as one minified script without exports. */
export async function bundleScript(file: string, options: Pick<InlineConfig, 'define' | 'resolve'>): Promise<string> {
  // Imported when something is built: every open shop would have Vite in memory, which is some 50 MiB.
  const { build } = await import('vite');
  const rolldownOptions = { input: file, output: { format: 'iife' as const }, treeshake: { moduleSideEffects: false } };
  const result = await build({
    ...options,
    configFile: false,
    logLevel: 'warn',
    build: { write: false, modulePreload: false, rolldownOptions },
  });
  const [chunk] = 'output' in result ? result.output : [];
  if (chunk?.type !== 'chunk') throw new Error(`${file} was not bundled`);
  return chunk.code.trim();
}
