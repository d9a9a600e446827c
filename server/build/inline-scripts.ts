import type { Plugin } from 'vite';
import { bundleScript } from './bundle-script.ts';

const QUERY = '?inline-script';

/** A Vite plugin: `?inline-script` gives a module as the text of a script. Browsers get '': the page from the server has the script. */
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
