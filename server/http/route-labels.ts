/** Paths that no screen or endpoint of the table answers, but a step before it. */
const OTHERS = ['/assets/*', '/images/*', '/api/live'];

/**
 * What requests are counted and logged under: the patterns of the route table ('/user/orders/:id'), so few, whatever is asked
 * for, and without ids or tokens. A screen's data counts as the screen; what the table does not know is 'other'.
 */
export function createRouteLabels(patterns: readonly string[]): (path: string) => string {
  const all = [...OTHERS, ...patterns.filter((pattern) => pattern !== '/*')];
  const plain = new Set(all.filter((pattern) => !/[:*]/.test(pattern)));
  const wild = all
    .filter((pattern) => !plain.has(pattern))
    .toSorted((a, b) => rank(b) - rank(a))
    .map((pattern) => ({ pattern, matches: matcher(pattern) }));
  return (path) => {
    if (plain.has(path)) return path;
    // The table takes no notice of capitals and of a slash at the end.
    const screen = path
      .replace(/\.data$/, '')
      .replace(/\/_$/, '/')
      .replace(/(?<=.)\/$/, '')
      .toLowerCase();
    if (plain.has(screen)) return screen;
    return wild.find(({ matches }) => matches.test(screen))?.pattern ?? 'other';
  };
}

/** The more is said, the sooner it is tried; what goes on for any length comes last. */
function rank(pattern: string): number {
  const words = pattern.split('/').filter((part) => part !== '' && !/^[:*]/.test(part)).length;
  return pattern.endsWith('/*') ? words : 100 + words;
}

function matcher(pattern: string): RegExp {
  return new RegExp(`^${pattern.replace(/\/:\w+/g, '/[^/]+').replace(/\/\*$/, '(?:/.*)?')}$`, 's');
}

interface Route {
  path?: string | undefined;
  index?: boolean | undefined;
  parentId?: string | undefined;
}

/** The patterns of all routes of the framework's table. */
export function patternsOf(routes: Readonly<Record<string, Route | undefined>>): string[] {
  const full = ({ path = '', parentId }: Route): string => {
    const parent = parentId === undefined ? undefined : routes[parentId];
    return `${parent ? full(parent) : ''}${path === '' ? '' : `/${path}`}`;
  };
  return Object.values(routes).flatMap((route) =>
    route && (route.path !== undefined || route.index) ? [full(route) || '/'] : [],
  );
}
