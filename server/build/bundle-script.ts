/** The module `file` and what it imports, as one minified script without exports. `define` replaces names by JavaScript expressions. */
export async function bundleScript(file: string, define: Record<string, string> = {}): Promise<string> {
  // Imported when something is built: every open shop would have Vite in memory, which is some 50 MiB.
  const { build } = await import('vite');
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    define,
    build: { write: false, modulePreload: false, rolldownOptions: { input: file, output: { format: 'iife' } } },
  });
  const [chunk] = 'output' in result ? result.output : [];
  if (chunk?.type !== 'chunk') throw new Error(`${file} was not bundled`);
  return chunk.code.trim();
}
