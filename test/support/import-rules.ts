/** The import rules of docs/architecture.md, checked on files and their imports. */
import { isBuiltin } from 'node:module';

export interface SourceFile {
  /** Relative to the project's root, with forward slashes. */
  path: string;
  text: string;
}

interface Import {
  specifier: string;
  /** The imported file, relative to the project's root; for a package, its name. */
  target: string;
  typeOnly: boolean;
  /** The statement, with the imported names. */
  text: string;
}

/** Packages that only these folders may import; `server/identity` means the file or folder and everything below it. */
const ALLOWED_FOLDERS: Readonly<Record<string, { folders: readonly string[]; fix: string }>> = {
  ...Object.fromEntries(
    ['@simplewebauthn/server', '@noble/ciphers'].map((name) => [
      name,
      { folders: ['server/identity'], fix: 'Only server/identity checks who somebody is. Use services.operators.' },
    ]),
  ),
  ...Object.fromEntries(
    ['kysely', 'pg'].map((name) => [
      name,
      {
        folders: ['server', 'bench'],
        fix: 'SQL belongs in server/db and the services. Add a method to a service instead.',
      },
    ]),
  ),
  ...Object.fromEntries(
    ['react', 'react-dom'].map((name) => [
      name,
      { folders: ['app'], fix: 'Only app/ renders. Return data, and let a screen or component show it.' },
    ]),
  ),
};

interface Rule {
  /** The files that the rule applies to. */
  appliesTo: (path: string) => boolean;
  /** Whether such a file may have this import. */
  allows: (found: Import, from: string) => boolean;
  fix: string;
}

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path) || path.startsWith('test/');
const inside = (folder: string) => (path: string) => path.startsWith(`${folder}/`) && !isTest(path);
const local = ({ target }: Import): boolean => /^(app|messages|domain|base|server|cli|bench|demo|test)\//.test(target);

/**
 * The floors of server/, the ground first. A room imports from its own floor's rooms before it, and from lower ones.
 */
const FLOORS: readonly string[] = [
  'production',
  'environment',
  'metrics',
  'data-dir',
  'db',
  'operation',
  'limits',
  'jobs',
  'images',
  'http',
  'log',
  'live',
  'shop',
  'mail',
  'identity',
  'push',
  'catalogue',
  'accounts',
  'orders',
  'stock',
  'bazaar',
  'figures',
  'backup',
  'checks',
  'gauges',
  'services',
  'operations',
  'pages',
  'app',
  'build',
  'main',
  'dev',
  'start',
];

/** The place of a file of server/ in that order; -1 when it has none. */
const floorOf = (path: string): number => FLOORS.indexOf(path.split('/')[1]?.replace(/\.ts$/, '') ?? '');

/**
 * The console's files that take the services without asking for a right: what gives them, the frame, and the screens
 * before the login.
 */
const WITHOUT_RIGHTS = new Set([
  ...['context.ts', 'root.tsx'].map((file) => `app/console/${file}`),
  ...['login.tsx', 'login-code.tsx', 'invitation.tsx', 'logout.ts'].map((file) => `app/console/account/${file}`),
  'app/console/shell/manifest.ts',
]);

/** The rooms of the console, the ground first. One imports itself and those before it. */
const ROOMS = (
  'kit shell log account dues customers products stock bazaar import orders packing round cash riders figures settings areas categories pages ' +
  'poster health'
).split(' ');

/** The place of a file's room in that order; null when it is in none of the console's folders. */
function roomOf(path: string): number | null {
  const [, room] = /^app\/console\/([^/]+)\//.exec(path) ?? [];
  return room === undefined ? null : ROOMS.indexOf(room);
}

const RULES: readonly Rule[] = [
  {
    appliesTo: inside('server'),
    allows: ({ target, typeOnly }, from) => {
      if (!target.startsWith('server/')) return true;
      // An operation gets all services.
      if (/\/operations?\.ts$/.test(from) && target === 'server/services.ts') return typeOnly;
      // The tables are put together from those of all rooms.
      if (from === 'server/db/tables.ts' && target.endsWith('/tables.ts')) return true;
      return floorOf(target) >= 0 && floorOf(target) <= floorOf(from);
    },
    fix: 'In server/ a room imports from lower floors only (FLOORS in test/support/import-rules.ts). Move it down, or pass it in.',
  },
  {
    appliesTo: inside('domain'),
    allows: (found) => found.target === 'zod' || /^(domain|base)\//.test(found.target),
    fix: 'domain/ is pure: it imports zod, base/ and itself. Pass what you need in as a parameter, or move the code to server/ or app/.',
  },
  {
    appliesTo: inside('base'),
    allows: (found) => found.target.startsWith('base/'),
    fix: 'base/ knows no rule of a shop: it imports itself alone.',
  },
  {
    appliesTo: (path) => inside('server')(path) && path !== 'server/pages.ts',
    allows: (found) => !local(found) || /^(server|domain|base|messages)\//.test(found.target) || found.typeOnly,
    fix: 'server/ imports domain/, base/, messages/ and itself. Only server/pages.ts may import the rest of app/.',
  },
  {
    appliesTo: (path) => inside('app')(path),
    allows: (found) =>
      !local(found) ||
      /^(app|domain|base|messages)\//.test(found.target) ||
      (found.target.startsWith('server/') && found.typeOnly),
    fix: 'app/ takes only types from server/ (import type). A service reaches a loader through servicesOf(args) in app/context.ts.',
  },
  {
    appliesTo: inside('messages'),
    allows: (found) => !local(found) || /^(messages|domain|base)\//.test(found.target),
    fix: 'messages/ has texts and how they are written: it imports domain/, base/ and itself.',
  },
  {
    appliesTo: inside('app'),
    allows: ({ target }) => !/^messages\/(?:texts|[a-z]{2})\.ts$/.test(target) || target === 'messages/en.ts',
    fix: 'A page has the texts of one language: import them from #messages.',
  },
  {
    appliesTo: inside('app'),
    allows: ({ target, text }) => !/^react(?:-router)?$/.test(target) || !/\b(?:Suspense|lazy|Await)\b/.test(text),
    fix: 'Pages are rendered in one go (docs/decisions/0041-pages-are-rendered-in-one-go.md): nothing in them may suspend. Await the data in the loader.',
  },
  {
    appliesTo: inside('app/components'),
    allows: ({ target }) => !/^app\/(routes|shell)\//.test(target),
    fix: 'components/ may not import routes or the shell. Pass it in as props.',
  },
  {
    appliesTo: inside('app/state'),
    allows: ({ target }) => !/^app\/(routes|shell|components)\//.test(target),
    fix: 'state/ may not import screens. Let the screen call the state, not the other way round.',
  },
  {
    appliesTo: inside('app/routes'),
    allows: ({ target }) => !target.startsWith('app/routes/') || target.includes('/+types/'),
    fix: 'A route may not import another route. Move what both need to components/, state/, shell/ or domain/.',
  },
  {
    appliesTo: (path) => inside('cli')(path) || inside('bench')(path),
    allows: ({ target }) => !target.startsWith('app/'),
    fix: 'cli/ and bench/ are clients of the running shop: they use its HTTP endpoints, never app/.',
  },
  {
    appliesTo: inside('app/shell'),
    allows: ({ target }) => !target.startsWith('app/routes/'),
    fix: 'shell/ may not import routes: it is the frame of all of them. Move what both need to components/ or state/.',
  },
  {
    appliesTo: (path) => !path.startsWith('app/console/') && path !== 'knip.ts' && !isTest(path),
    allows: ({ target }) => !target.startsWith('app/console/'),
    fix: "Nothing outside imports the console: it must not get into shoppers' pages. Move what both need to components/, state/ or domain/.",
  },
  {
    appliesTo: inside('app/console'),
    allows: ({ target }) => !target.startsWith('app/routes/'),
    fix: 'The console has screens of its own. Move what both need to components/, shell/ or state/.',
  },
  {
    appliesTo: (path) => !isTest(path) && roomOf(path) !== null,
    allows: ({ target, typeOnly }, from) => {
      const [own, other] = [roomOf(from) ?? -1, roomOf(target)];
      if (other === null) return target !== 'app/console/root.tsx' || typeOnly;
      return own >= 0 && other >= 0 && other <= own;
    },
    fix: 'A room of the console imports kit/, shell/ and rooms before it (ROOMS in test/support/import-rules.ts). Move what both need to kit/, or pass it in.',
  },
  {
    appliesTo: (path) => inside('app')(path) && !path.startsWith('app/api/'),
    allows: ({ target }) => !target.startsWith('app/api/'),
    fix: 'Screens may not import endpoints. They fetch them, or use the same service as the endpoint.',
  },
  {
    appliesTo: (path) => inside('app/console')(path) && !WITHOUT_RIGHTS.has(path),
    allows: ({ target, text }) => target !== 'app/context.ts' || !/\bservicesOf\b/.test(text),
    fix: 'In the console whoever asks must have a right: take the services from staffOf or servicesFor (app/console/context.ts).',
  },
  {
    appliesTo: inside('app/api'),
    allows: ({ target }) => !/^app\/(routes|shell|components|state)\//.test(target),
    fix: 'Endpoints may not import screens or React. Use context.ts, domain/ and the services.',
  },
];

/** Packages that must not be reached indirectly either, through any number of imports. */
const UNREACHABLE: readonly { appliesTo: (path: string) => boolean; packages: readonly string[]; fix: string }[] = [
  {
    appliesTo: inside('cli'),
    packages: ['kysely', 'pg', 'sharp'],
    fix: 'The command line is a client of the running shop and needs no database. Call an endpoint of /api/operator.',
  },
  {
    appliesTo: (path) => /^app\/(state|shell|components)\//.test(path) && !isTest(path),
    packages: ['zod'],
    fix: 'Every phone would download zod. Parse by hand, as domain/catalogue/product.ts does, or on the server.',
  },
];

/** All violations in the files: the import, and how to fix it. `declared` are the packages of package.json. */
export function findViolations(files: readonly SourceFile[], declared: readonly string[]): string[] {
  const imports = new Map(files.map(({ path, text }) => [path, importsOf(path, text)]));
  return files.flatMap((file) => [
    ...importViolations(file.path, imports.get(file.path) ?? []),
    ...packageViolations(file.path, imports.get(file.path) ?? [], declared),
    ...reachViolations(file.path, imports),
    ...otherViolations(file),
  ]);
}

function packageViolations(path: string, imports: readonly Import[], declared: readonly string[]): string[] {
  return imports
    .filter((found) => !local(found) && !found.specifier.startsWith('.'))
    .flatMap(({ specifier, target }) => {
      if (isBuiltin(specifier) || specifier.startsWith('virtual:')) return [];
      if (!declared.includes(target)) {
        return [`${path} imports ${specifier}. It is no dependency: add it to package.json with an exact version.`];
      }
      const rule = ALLOWED_FOLDERS[target];
      const known = !rule || isTest(path) || rule.folders.some((place) => path.startsWith(`${place}/`));
      return known ? [] : [`${path} imports ${specifier}. ${rule.fix}`];
    });
}

function reachViolations(path: string, imports: ReadonlyMap<string, readonly Import[]>): string[] {
  return UNREACHABLE.filter(({ appliesTo }) => appliesTo(path)).flatMap(({ packages, fix }) => {
    const seen = new Set([path]);
    for (const file of seen) {
      for (const { target, typeOnly } of imports.get(file) ?? []) {
        if (typeOnly) continue;
        if (packages.includes(target)) return [`${path} reaches ${target} through ${file}. ${fix}`];
        seen.add(target);
      }
    }
    return [];
  });
}

function importViolations(path: string, imports: readonly Import[]): string[] {
  return RULES.filter(({ appliesTo }) => appliesTo(path)).flatMap(({ allows, fix }) =>
    imports.filter((found) => !allows(found, path)).map(({ specifier }) => `${path} imports ${specifier}. ${fix}`),
  );
}

function otherViolations({ path, text }: SourceFile): string[] {
  if (isTest(path)) return [];
  const found: string[] = [];
  if (/\bprocess\.env\b/.test(text) && !READS_ENVIRONMENT.has(path) && inSource(path)) {
    found.push(`${path} reads process.env. Take a setting from server/environment.ts.`);
  }
  if (/^(domain|base)\//.test(path) && IMPURE.test(text)) {
    found.push(
      `${path} uses a clock, randomness or the network. domain/ and base/ are pure: take the value as a parameter.`,
    );
  }
  if (path.startsWith('app/') && SECURE_ONLY.test(text) && !ASK_FIRST.has(path)) {
    found.push(
      `${path} uses what browsers have on secure pages alone: on http://192.168.… it fails. Ask whether there is one (ASK_FIRST in test/support/import-rules.ts); keys are drawn by app/state/random-key.ts.`,
    );
  }
  if (COMPUTED_IMPORT.test(text) && !BUILD_IMPORTERS.has(path)) {
    found.push(
      `${path} computes what it imports. Write the import's path as a literal, so that this test can check it.`,
    );
  }
  if (path.endsWith('.tsx') && !path.startsWith('app/')) {
    found.push(`${path} is TSX. Only app/ renders: Node runs server/, domain/ and cli/ without a build.`);
  }
  if (path.split('/').length > 4) {
    found.push(`${path} is more than two folders below its top-level folder. Move it up.`);
  }
  if (/(^|\/)(utils?|helpers?|misc|common)\.tsx?$/.test(path)) {
    found.push(`${path} has a meaningless name. Name it after its one concept.`);
  }
  return found;
}

const IMPURE =
  /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(|\bcrypto\.|\bfetch\(|\bset(?:Timeout|Interval)\(/;
/** What a page has over https and on localhost alone. */
const SECURE_ONLY =
  /\bcrypto\.(?:randomUUID|subtle)\(|\bnavigator\.(?:clipboard|share|locks|serviceWorker|credentials|storage|wakeLock|mediaDevices|geolocation)\b|\bcaches\.\w|\bnew (?:Notification|PaymentRequest)\(|\bNotification\.\w/;
/** Files that use it where there is one, and do without where there is none. */
const ASK_FIRST = new Set([
  'app/components/share.ts',
  'app/console/account/passkeys.tsx',
  'app/console/account/second-factor.tsx',
  'app/service-worker.ts',
  'app/console/service-worker.ts',
  'app/console/round/keep-round.ts',
  'app/state/live/push.ts',
  'app/shell/header/header.tsx',
  'app/shell/offline-support.tsx',
  'app/shell/stored-pages.ts',
  'app/state/live/live-connection.ts',
  'app/state/network/other-document.ts',
  'app/state/order/order-client.ts',
]);
/** Files that run before there are settings, or for tools that build. */
const READS_ENVIRONMENT = new Set(['server/environment.ts', 'server/production.ts', 'server/build/build.ts']);
const COMPUTED_IMPORT = /\b(?:import|require)\((?!\s*['"])/;

/** Files that import the build's output, whose path exists only after the build. */
const BUILD_IMPORTERS = new Set([
  'server/build/build.ts',
  'app/document/start-scripts.ts',
  'app/state/network/page-data.ts',
]);

const inSource = (path: string): boolean => /^(app|domain|base|server)\//.test(path);

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g;

function importsOf(path: string, text: string): Import[] {
  return [...text.matchAll(IMPORT)].map((match) => {
    const specifier = match[2] ?? match[3] ?? '';
    return { specifier, target: targetOf(path, specifier), typeOnly: match[1] !== undefined, text: match[0] };
  });
}

function targetOf(path: string, specifier: string): string {
  if (specifier === '#messages') return 'messages/en.ts';
  if (specifier === '#reasons') return 'messages/en-reasons.ts';
  if (specifier === '#console-texts') return 'messages/console/en.ts';
  if (specifier.startsWith('.')) return new URL(specifier, `file:///${path}`).pathname.slice(1);
  const [scope = '', name = ''] = specifier.split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}
