import type { Plugin } from 'vite';

const QUERY = '?late-script';

/** A Vite plugin: `?late-script` gives a module's address as a script of its own. A plain dynamic import would bring Vite's loader, 0.6 kB a page. */
export function lateScripts(): Plugin {
  return {
    name: 'late-scripts',
    load(id) {
      if (!id.endsWith(QUERY)) return null;
      const file = id.slice(0, -QUERY.length);
      if (this.environment.name !== 'client') return `export default ''`;
      if (this.environment.mode === 'dev')
        return `export default ${JSON.stringify(`${this.environment.config.base}@fs${file}`)}`;
      return `export default import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'chunk', id: file })}`;
    },
  };
}
