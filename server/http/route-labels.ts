/** Requests by the pattern of their route, for the log and the metrics. */
import type { ServerBuild } from 'react-router';

/** Paths that middleware answers, before the framework's route table. */
const OTHERS = ['/assets/*', '/images/*', '/api/live'];

/** The pattern of a request's route ('/user/orders/:id'), else 'other', so that labels are few and have no ids. */
export function createRouteLabels(patterns: readonly string[]): (path: string) => string {
  const all = [...OTHERS, ...patterns.filter((pattern) => pattern !== '/*')];
  const plain = new Set(all.filter((pattern) => !/[:*]/.test(pattern)));
  const wild = all
    .filter((pattern) => !plain.has(pattern))
    .toSorted((a, b) => rank(b) - rank(a))
    .map((pattern) => ({ pattern, matches: matcher(pattern) }));
  return (path) => {
    if (plain.has(path)) return path;
    // The route table ignores upper case and a slash at the end.
    const screen = path
      .replace(/\.data$/, '')
      .replace(/\/_$/, '/')
      .replace(/(?<=.)\/$/, '')
      .toLowerCase();
    if (plain.has(screen)) return screen;
    return wild.find(({ matches }) => matches.test(screen))?.pattern ?? 'other';
  };
}

/** Patterns with more fixed words are tried first, those that end in `/*` last. */
function rank(pattern: string): number {
  const words = pattern.split('/').filter((part) => part !== '' && !/^[:*]/.test(part)).length;
  return pattern.endsWith('/*') ? words : 100 + words;
}

function matcher(pattern: string): RegExp {
  return new RegExp(`^${pattern.replace(/\/:\w+/g, '/[^/]+').replace(/\/\*$/, '(?:/.*)?')}$`, 's');
}

export function patternsOf(routes: ServerBuild['routes']): string[] {
  const full = ({ path = '', parentId }: NonNullable<(typeof routes)[string]>): string => {
    const parent = parentId === undefined ? undefined : routes[parentId];
    return `${parent ? full(parent) : ''}${path === '' ? '' : `/${path}`}`;
  };
  return Object.values(routes).flatMap((route) =>
    route && (route.path !== undefined || route.index) ? [full(route) || '/'] : [],
  );
}
