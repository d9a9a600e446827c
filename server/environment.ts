/** The environment, read once at start (operations, "Settings"). Only production.ts and build/build.ts read it too. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { isDay } from '../domain/orders/delivery.ts';
import type { ShopSettings } from '../domain/shop/settings.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface S3Settings {
  kind: 's3';
  bucket: string;
  region: string;
  /** The origin of an S3-compatible store; undefined for Amazon S3. */
  endpoint?: string;
  /** From the URL, `s3://KEY:SECRET@bucket`, else from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
}

export type BackupSettings = NonNullable<Settings['backup']>;

export type Settings = ReturnType<typeof readSettings>;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Invalid settings; the message is one line that names all faults. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

const onOrOff = z.enum(['on', 'off'], 'must be on or off').transform((value) => value === 'on');
const text = z.string().trim().min(1, 'must not be empty').max(200, 'must be at most 200 characters');
/** The minimum length of a secret; a random text of this length cannot be guessed. */
export const SECRET_LENGTH = 32;
export const secret = z.string().trim().min(SECRET_LENGTH, `must have at least ${SECRET_LENGTH} characters`);

/** Tokens are sent in a header. */
const token = secret.regex(/^\S*$/, 'must have no spaces');

const day = z.string().refine(isDay, {
  error: ({ input }) => `must be days like 2026-12-16, separated by commas, not ${JSON.stringify(input)}`,
});

const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: 'must be addresses or networks like 10.0.0.2 or 172.16.0.0/12, separated by commas',
});

function listOf(entry: z.ZodType<string, string>) {
  return z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .pipe(z.array(entry));
}

function isUrl(value: string, protocols: readonly string[]): boolean {
  const parsed = URL.parse(value);
  return parsed !== null && parsed.hostname !== '' && protocols.includes(parsed.protocol);
}

function url(protocols: readonly string[], example: string) {
  return z.string().refine((value) => isUrl(value, protocols), `must be a URL like ${example}`);
}

const clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time from 00:00 to 23:59');

const schema = z.object({
  PORT: z
    .string()
    .refine((value) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535, 'must be a whole number from 0 to 65535')
    .transform(Number)
    .default(3000),
  HOST: text.default('127.0.0.1'),
  PUBLIC_URL: url(['http:', 'https:'], 'https://shop.example')
    .refine((value) => {
      const parsed = URL.parse(value);
      return !parsed || parsed.pathname + parsed.search + parsed.hash + parsed.username === '/';
    }, 'must be the address alone, without a path')
    .optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .refine(
      (value) => serverUrls(value).every((server) => isUrl(server, ['postgres:', 'postgresql:'])),
      'must be a URL like postgres://user:password@host:5432/shop',
    )
    .optional(),
  DATABASE_REPLICA_URL: url(['postgres:', 'postgresql:'], 'postgres://user:password@standby:5432/shop')
    .refine((value) => serverUrls(value).length === 1, 'must have one server')
    .optional(),
  STORAGE_URL: url(['s3:'], 's3://bucket?endpoint=https://store.example&region=eu-1').optional(),
  BACKUP_URL: z
    .string()
    .refine(
      (value) => !/^[\w+.-]+:\/\//.test(value) || (isUrl(value, ['s3:']) && /^[\w/.-]*$/.test(new URL(value).pathname)),
      'must be a folder, or a URL like s3://bucket/folder?region=eu-1',
    )
    .optional(),
  BACKUP_AT: clock.default('03:00'),
  BACKUP_KEY: z
    .string()
    .regex(/^AGE-SECRET-KEY-1[A-Z0-9]{58}$/, 'must be a key of age, AGE-SECRET-KEY-1…, as age-keygen makes it')
    .optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  SMTP_URL: url(['smtp:', 'smtps:'], 'smtp://user:password@host:587').optional(),
  SMS_URL: url(['http:', 'https:'], 'https://gateway.example/send?key=K&to={phone}&text={text}').optional(),
  SMS_BODY: z.string().optional(),
  MAIL_FROM: text.refine((value) => value.includes('@'), 'must be an e-mail address').optional(),
  AUTH_SECRET: secret.optional(),
  OPERATOR_TOKEN: token.optional(),
  METRICS_TOKEN: token.optional(),
  SHOP_NAME: text.optional(),
  SHOP_NAME_BN: text.optional(),
  SHOP_PHONE: text.optional(),
  HOLIDAYS: listOf(day).optional(),
  SAME_DAY_UNTIL: clock.optional(),
  TRUSTED_PROXIES: listOf(network).default(['127.0.0.0/8', '::1']),
  DEMO: onOrOff.default(true),
  RATE_LIMIT: onOrOff.default(true),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(' ')}`).default('info'),
});

/** The process's variables, and below them those of the folder's `.env`. */
export function readEnvironment(folder = process.cwd()): Environment {
  const file = path.join(folder, '.env');
  return existsSync(file) ? { ...parseEnv(readFileSync(file, 'utf8')), ...process.env } : process.env;
}

/** Changes nothing on disk. @throws {SettingsError} with all faults in one line. */
export function readSettings(environment: Environment = readEnvironment()) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const parsed = schema.safeParse(given);
  const faults = parsed.error?.issues.map(({ path: [name], message }) => `${String(name)} ${message}`) ?? [];
  if (given.DATABASE_URL !== undefined && given.AUTH_SECRET === undefined) {
    faults.push('AUTH_SECRET must be given with DATABASE_URL, the same for every process of the shop');
  }
  if (given.DATABASE_REPLICA_URL && !given.DATABASE_URL)
    faults.push('DATABASE_REPLICA_URL needs DATABASE_URL: the primary, which the replica follows');
  const template = `${given.SMS_URL ?? ''} ${given.SMS_BODY ?? ''}`;
  if (template.trim() && !(given.SMS_URL && template.includes('{phone}') && template.includes('{text}'))) {
    faults.push('SMS_URL must be given, and have {phone} and {text}, there or in SMS_BODY');
  }
  if (!parsed.success || faults.length > 0) throw new SettingsError(`bad settings: ${faults.join('; ')}`);
  const values = parsed.data;
  const dataDir = path.resolve(values.DATA_DIR);
  const folder = (name: string) => ({ kind: 'files' as const, directory: path.join(dataDir, name) });
  const smtp = values.SMTP_URL === undefined ? null : { kind: 'smtp' as const, url: values.SMTP_URL };
  const firstValues: Partial<ShopSettings> = JSON.parse(
    JSON.stringify({
      name: values.SHOP_NAME,
      nameBn: values.SHOP_NAME_BN,
      phone: values.SHOP_PHONE,
      holidays: values.HOLIDAYS,
      sameDayUntil: values.SAME_DAY_UNTIL,
    }),
  );
  return {
    port: values.PORT,
    host: values.HOST,
    /**
     * systemd listens there already, and has given its socket to this process (sd_listen_fds, deploy/sodai@.socket).
     */
    handedOver: environment.LISTEN_PID === String(process.pid),
    /** The shop's own origin, 'https://shop.example', without a trailing slash. */
    publicUrl: new URL(values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).origin,
    dataDir,
    /** A PostgreSQL server; undefined: the shop starts one of its own, in the data directory. */
    databaseUrl: values.DATABASE_URL,
    /** A standby of it, for reading (db/replica.ts). */
    replicaUrl: values.DATABASE_REPLICA_URL,
    storage: values.STORAGE_URL ? s3Settings(values.STORAGE_URL, values) : folder('images'),
    /** `at` in Dhaka, '03:00'. Undefined: no nightly backup. */
    backup: values.BACKUP_URL ? { place: backupPlace(values.BACKUP_URL, values), at: values.BACKUP_AT } : undefined,
    /** An age identity; undefined: backups are not encrypted. */
    backupKey: values.BACKUP_KEY,
    mail: smtp ?? folder('mail'),
    /** The gateway for text messages, with a body it is a POST; null: none are sent. */
    sms: values.SMS_URL === undefined ? null : { url: values.SMS_URL, body: values.SMS_BODY },
    /** Undefined: the shop's name, with an address of `publicUrl`. */
    mailFrom: values.MAIL_FROM,
    /** Tests have a push service on this machine. No variable sets it: the shop sends to the internet alone. */
    pushOrigin: undefined as string | undefined,
    /** Secrets that are undefined are generated into the data directory, see data-dir/secrets.ts. */
    authSecret: values.AUTH_SECRET,
    operatorToken: values.OPERATOR_TOKEN,
    /** Opens `/metrics` and nothing else, as the operator's token does too. */
    metricsToken: values.METRICS_TOKEN,
    /** Of a new shop, until its operator sets others (domain/shop/settings.ts). */
    firstValues,
    /** Addresses and networks ('172.16.0.0/12') that may say in `X-Forwarded-For` where a request comes from. */
    trustedProxies: values.TRUSTED_PROXIES,
    demo: values.DEMO,
    /** False only for load tests. */
    rateLimit: values.RATE_LIMIT,
    logLevel: values.LOG_LEVEL,
  };
}

/** `prefix` is '' or ends with '/'. */
function backupPlace(place: string, values: z.infer<typeof schema>) {
  if (!place.startsWith('s3:')) return { kind: 'files' as const, directory: path.resolve(place) };
  const folder = new URL(place).pathname.replaceAll(/^\/+|\/+$/g, '');
  return { ...s3Settings(place, values), prefix: folder && `${folder}/` };
}

function s3Settings(url: string, values: z.infer<typeof schema>): S3Settings {
  const address = new URL(url);
  const endpoint = address.searchParams.get('endpoint');
  const accessKeyId = decodeURIComponent(address.username) || values.AWS_ACCESS_KEY_ID;
  const secretAccessKey = decodeURIComponent(address.password) || values.AWS_SECRET_ACCESS_KEY;
  return {
    kind: 's3',
    bucket: address.hostname,
    region: address.searchParams.get('region') ?? 'us-east-1',
    ...(endpoint ? { endpoint } : {}),
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
  };
}

/** One URL for each server of `postgres://user:password@first:5432,second:5432/shop`. */
export function serverUrls(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^([a-z]+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  return hosts.includes(',') ? hosts.split(',').map((host) => before + host + after) : [url];
}
