/** The borders between the rooms of the house (docs/architecture.md), as rules over files and their imports. */
import { isBuiltin } from 'node:module';

export interface SourceFile {
  /** From the project's root, with forward slashes. */
  path: string;
  text: string;
}

interface Import {
  specifier: string;
  /** The imported file from the project's root; for a package, its name. */
  target: string;
  typeOnly: boolean;
}

/** Packages that are known in these places alone; `server/identity` is a file or folder and all below it. */
const KNOWN_IN: Readonly<Record<string, { places: readonly string[]; mend: string }>> = {
  'better-auth': {
    places: ['server/identity'],
    mend: 'The identity library is known to server/identity alone. Use services.identity.',
  },
  ...Object.fromEntries(
    ['kysely', 'pg', '@electric-sql/pglite'].map((name) => [
      name,
      {
        places: ['server', 'bench'],
        mend: 'SQL lives in server/db and the services. Add a method to a service instead.',
      },
    ]),
  ),
  ...Object.fromEntries(
    ['react', 'react-dom', 'lucide-react'].map((name) => [
      name,
      { places: ['app'], mend: 'Only app/ renders. Return data, and let a screen or component show it.' },
    ]),
  ),
};

interface Rule {
  /** Which files the rule is about. */
  where: (path: string) => boolean;
  /** Whether such a file may have this import. */
  allows: (found: Import, from: string) => boolean;
  mend: string;
}

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path) || path.startsWith('test/');
const inside = (folder: string) => (path: string) => path.startsWith(`${folder}/`) && !isTest(path);
const local = ({ target }: Import): boolean => /^(app|domain|server|cli|bench|demo|test)\//.test(target);

const RULES: readonly Rule[] = [
  {
    where: inside('domain'),
    allows: (found) => found.target === 'zod' || found.target.startsWith('domain/'),
    mend: 'domain/ is pure: it imports zod and itself. Pass what you need in as a parameter, or move the code to server/ or app/.',
  },
  {
    where: (path) => inside('server')(path) && path !== 'server/app.ts',
    allows: (found) => !local(found) || /^(server|domain)\//.test(found.target) || found.typeOnly,
    mend: "server/ imports domain/ and itself. Only server/app.ts, the pages' front door, knows app/.",
  },
  {
    where: (path) => inside('app')(path),
    allows: (found) =>
      !local(found) || /^(app|domain)\//.test(found.target) || (found.target.startsWith('server/') && found.typeOnly),
    mend: 'app/ takes only types from server/ (import type). A service reaches a loader through servicesOf(args) in app/context.ts.',
  },
  {
    where: inside('app/components'),
    allows: ({ target }) => !/^app\/(routes|shell)\//.test(target),
    mend: 'components/ know no route and no shell. Pass it in as props.',
  },
  {
    where: inside('app/state'),
    allows: ({ target }) => !/^app\/(routes|shell|components)\//.test(target),
    mend: 'state/ knows no screen. Let the screen call the state, not the other way round.',
  },
  {
    where: inside('app/routes'),
    allows: ({ target }) => !target.startsWith('app/routes/') || target.includes('/+types/'),
    mend: 'A route knows no other route. Move what both need to components/, state/, shell/ or domain/.',
  },
  {
    where: (path) => inside('cli')(path) || inside('bench')(path),
    allows: ({ target }) => !target.startsWith('app/'),
    mend: 'cli/ and bench/ are clients of the running shop: they use its HTTP endpoints, never app/.',
  },
  {
    where: inside('app/shell'),
    allows: ({ target }) => !target.startsWith('app/routes/'),
    mend: 'shell/ knows no route: it stands around all of them. Move what both need to components/ or state/.',
  },
  {
    where: (path) => inside('app')(path) && !path.startsWith('app/api/'),
    allows: ({ target }) => !target.startsWith('app/api/'),
    mend: 'Screens do not import endpoints. They fetch them, or take from the service what the endpoint takes.',
  },
  {
    where: inside('app/api'),
    allows: ({ target }) => !/^app\/(routes|shell|components|state)\//.test(target),
    mend: 'Endpoints know no screen and no React. Take from context.ts, domain/ and the services.',
  },
];

/** Packages that a whole way of imports must not reach, however long it is. */
const OUT_OF_REACH: readonly { where: (path: string) => boolean; packages: readonly string[]; mend: string }[] = [
  {
    where: inside('cli'),
    packages: ['kysely', 'pg', '@electric-sql/pglite', 'better-auth', 'sharp'],
    mend: 'The command line is a client of the running shop and needs no database. Ask an endpoint of /api/operator.',
  },
  {
    where: (path) => /^app\/(state|shell|components)\//.test(path) && !isTest(path),
    packages: ['zod'],
    mend: 'zod would come to every phone. Parse by hand, as domain/product.ts does, or on the server.',
  },
];

/** Every border that one of the files crosses: where, and how to mend it. `declared` are the packages of package.json. */
export function bordersCrossed(files: readonly SourceFile[], declared: readonly string[]): string[] {
  const imports = new Map(files.map(({ path, text }) => [path, importsOf(path, text)]));
  return files.flatMap((file) => [
    ...importsCrossing(file.path, imports.get(file.path) ?? []),
    ...packagesCrossing(file.path, imports.get(file.path) ?? [], declared),
    ...reachCrossing(file.path, imports),
    ...otherCrossings(file),
  ]);
}

function packagesCrossing(path: string, imports: readonly Import[], declared: readonly string[]): string[] {
  return imports
    .filter((found) => !local(found) && !found.specifier.startsWith('.'))
    .flatMap(({ specifier, target }) => {
      if (isBuiltin(specifier) || specifier.startsWith('virtual:')) return [];
      if (!declared.includes(target)) {
        return [`${path} imports ${specifier}. It is no dependency: add it to package.json, pinned exactly.`];
      }
      const rule = KNOWN_IN[target];
      const known = !rule || isTest(path) || rule.places.some((place) => path.startsWith(`${place}/`));
      return known ? [] : [`${path} imports ${specifier}. ${rule.mend}`];
    });
}

function reachCrossing(path: string, imports: ReadonlyMap<string, readonly Import[]>): string[] {
  return OUT_OF_REACH.filter(({ where }) => where(path)).flatMap(({ packages, mend }) => {
    const seen = new Set([path]);
    for (const file of seen) {
      for (const { target, typeOnly } of imports.get(file) ?? []) {
        if (typeOnly) continue;
        if (packages.includes(target)) return [`${path} reaches ${target} through ${file}. ${mend}`];
        seen.add(target);
      }
    }
    return [];
  });
}

function importsCrossing(path: string, imports: readonly Import[]): string[] {
  return RULES.filter(({ where }) => where(path)).flatMap(({ allows, mend }) =>
    imports.filter((found) => !allows(found, path)).map(({ specifier }) => `${path} imports ${specifier}. ${mend}`),
  );
}

function otherCrossings({ path, text }: SourceFile): string[] {
  if (isTest(path)) return [];
  const found: string[] = [];
  if (
    /\bprocess\.env\b/.test(text) &&
    !['server/settings.ts', 'server/production.ts', 'server/build/build.ts'].includes(path) &&
    inRooms(path)
  ) {
    found.push(`${path} reads process.env. Only server/settings.ts does: take a setting from there.`);
  }
  if (path.startsWith('domain/') && IMPURE.test(text)) {
    found.push(`${path} uses a clock, chance or the network. domain/ is pure: take the value as a parameter.`);
  }
  if (COMPUTED_IMPORT.test(text) && !LOAD_WHAT_IS_BUILT.has(path)) {
    found.push(
      `${path} computes what it imports. Write the import's path as a plain text, so that it can be followed.`,
    );
  }
  if (path.endsWith('.tsx') && !path.startsWith('app/')) {
    found.push(`${path} is TSX. Only app/ renders: Node runs server/, domain/ and cli/ as they stand.`);
  }
  if (path.split('/').length > 4) {
    found.push(`${path} lies more than two folders below its room. Move it up.`);
  }
  if (/(^|\/)(utils?|helpers?|misc|common)\.tsx?$/.test(path)) {
    found.push(`${path} has a name that says nothing. Name the one concept in it.`);
  }
  return found;
}

const IMPURE =
  /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(|\bcrypto\.|\bfetch\(|\bset(?:Timeout|Interval)\(/;
const COMPUTED_IMPORT = /\b(?:import|require)\((?!\s*['"])/;

/** What the build makes has no path before it is made. */
const LOAD_WHAT_IS_BUILT = new Set([
  'server/start.ts',
  'bench/uncached-shop.ts',
  'app/document/start-script.ts',
  'app/state/route-modules.ts',
]);

const inRooms = (path: string): boolean => /^(app|domain|server)\//.test(path);

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g;

function importsOf(path: string, text: string): Import[] {
  return [...text.matchAll(IMPORT)].map((match) => {
    const specifier = match[2] ?? match[3] ?? '';
    return { specifier, target: targetOf(path, specifier), typeOnly: match[1] !== undefined };
  });
}

function targetOf(path: string, specifier: string): string {
  if (specifier.startsWith('.')) return new URL(specifier, `file:///${path}`).pathname.slice(1);
  const [scope = '', name = ''] = specifier.split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}
