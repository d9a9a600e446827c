/** The borders between the rooms of the house (docs/architecture.md), as rules over a file's imports. */

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
    where: (path) => !isTest(path) && !/^server\/identity(\.ts|\/)/.test(path),
    allows: ({ target }) => target !== 'better-auth',
    mend: 'The identity library is known to server/identity alone. Use services.identity.',
  },
  {
    where: (path) => !isTest(path) && !/^(server|bench)\//.test(path),
    allows: ({ target }) => !['kysely', 'pg', '@electric-sql/pglite'].includes(target),
    mend: 'SQL lives in server/db and the services. Add a method to a service instead.',
  },
];

/** Every border that one of the files crosses: where, and how to mend it. */
export function bordersCrossed(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => [...importsCrossing(file), ...otherCrossings(file)]);
}

function importsCrossing({ path, text }: SourceFile): string[] {
  const imports = importsOf(path, text);
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
