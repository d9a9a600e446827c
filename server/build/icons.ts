import { icons as lucide } from '@iconify-json/lucide';
import type { Plugin } from 'vite';

const PREFIX = 'virtual:icons/';
/** What all icons have: theme.css has it once. */
const STROKE =
  / (?:fill="none"|stroke="currentColor"|stroke-linecap="round"|stroke-linejoin="round"|stroke-width="2")/g;

/** A Vite plugin: 'virtual:icons/search' is an icon of lucide.dev. One file, read by the build only, has all: not thousands of modules. */
export function icons(): Plugin {
  return {
    name: 'icons',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      const name = id.slice(PREFIX.length + 1);
      const shapes = lucide.icons[name]?.body;
      if (!shapes) throw new Error(`no icon of lucide.dev is called "${name}" (its present name, not an older one)`);
      const drawn = shapes.replaceAll(STROKE, '').replace(/^<g>(.*)<\/g>$/, '$1');
      return `import { icon } from '/app/components/icon.tsx'; export default icon(${JSON.stringify(drawn)});`;
    },
  };
}
