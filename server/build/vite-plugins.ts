/** What the pages import beside modules. Large packages are imported in use: every open shop has this module. */
import type { InlineConfig, Plugin } from 'vite';

const QUERY = '?inline-script';

/** `?inline-script` is a module as the text of a script. Browsers get '', because the page has it. */
export function inlineScripts(): Plugin {
  return {
    name: 'inline-scripts',
    async load(id) {
      if (!id.endsWith(QUERY)) return null;
      const { conditions } = this.environment.config.resolve;
      const file = id.slice(0, -QUERY.length);
      const text = this.environment.name === 'client' ? '' : await bundleScript(file, { resolve: { conditions } });
      return `export default ${JSON.stringify(text)}`;
    },
  };
}

/** The module `file` and what it uses of its imports, as one minified script without exports. */
export async function bundleScript(file: string, options: Pick<InlineConfig, 'define' | 'resolve'>): Promise<string> {
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

const ICON = 'virtual:icons/';
/** What all icons have: theme.css has it once. */
const STROKE =
  / (?:fill="none"|stroke="currentColor"|stroke-linecap="round"|stroke-linejoin="round"|stroke-width="2")/g;

/** 'virtual:icons/search' is an icon of lucide.dev. One file has all, instead of thousands of modules. */
export function icons(): Plugin {
  return {
    name: 'icons',
    resolveId: (id) => (id.startsWith(ICON) ? `\0${id}` : null),
    async load(id) {
      if (!id.startsWith(`\0${ICON}`)) return null;
      const name = id.slice(ICON.length + 1);
      const { icons: lucide } = await import('@iconify-json/lucide');
      const shapes = lucide.icons[name]?.body;
      if (!shapes) throw new Error(`no icon of lucide.dev is called "${name}" (its present name, not an older one)`);
      const drawn = shapes.replaceAll(STROKE, '').replace(/^<g>(.*)<\/g>$/, '$1');
      return `import { icon } from '/app/components/icon.tsx'; export default icon(${JSON.stringify(drawn)});`;
    },
  };
}
