import { build, type Plugin } from 'vite';

const QUERY = '?inline-script';

/**
 * A Vite plugin. `import text from './name.ts?inline-script'` gives a module as the text of a script that runs by itself, bundled and
 * minified. Browsers get an empty text: the page that the server sent has the script.
 */
export function inlineScripts(): Plugin {
  return {
    name: 'inline-scripts',
    async load(id) {
      if (!id.endsWith(QUERY)) return null;
      const text = this.environment.name === 'client' ? '' : await bundled(id.slice(0, -QUERY.length));
      return `export default ${JSON.stringify(text)}`;
    },
  };
}

/** The module `file` and what it imports, as one script without exports. */
async function bundled(file: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, modulePreload: false, rolldownOptions: { input: file, output: { format: 'iife' } } },
  });
  const [chunk] = 'output' in result ? result.output : [];
  if (chunk?.type !== 'chunk') throw new Error(`${file} was not bundled`);
  return chunk.code.trim();
}
