interface ScriptOptions {
  /** Names, and the JavaScript expressions that replace them. */
  define?: Record<string, string>;
  /** Of the packages' exports and imports: the language of `#messages`. */
  conditions?: string[];
}

/** The module `file` and what it uses of its imports, as one minified script without exports. */
export async function bundleScript(
  file: string,
  { define = {}, conditions = [] }: ScriptOptions = {},
): Promise<string> {
  // Imported when something is built: every open shop would have Vite in memory, which is some 50 MiB.
  const { build } = await import('vite');
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    define,
    resolve: { conditions },
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: file, output: { format: 'iife' }, treeshake: { moduleSideEffects: false } },
    },
  });
  const [chunk] = 'output' in result ? result.output : [];
  if (chunk?.type !== 'chunk') throw new Error(`${file} was not bundled`);
  return chunk.code.trim();
}
