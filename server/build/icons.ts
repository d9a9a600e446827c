import { icons as lucide } from '@iconify-json/lucide';
import type { Plugin } from 'vite';

const PREFIX = 'virtual:icons/';

/**
 * A Vite plugin. `import Search from 'virtual:icons/search'` gives the component (app/components/icon.tsx) of one icon of lucide.dev.
 * The shapes of all icons are one file, which only the build reads: a package of components would be thousands of files.
 */
export function icons(): Plugin {
  return {
    name: 'icons',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      const name = id.slice(PREFIX.length + 1);
      const shapes = lucide.icons[name]?.body;
      if (!shapes) throw new Error(`no icon of lucide.dev is called "${name}" (its present name, not an older one)`);
      return `import { icon } from '/app/components/icon.tsx'; export default icon(${JSON.stringify(shapes)});`;
    },
  };
}
