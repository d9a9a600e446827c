import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolders } from '../test/support/folders.ts';
import { loadSecrets, operatorTokenFile } from './data-dir/secrets.ts';
import { SettingsError, readEnvironment, readSettings } from './environment.ts';

const newFolder = temporaryFolders();
let folder: string;
beforeAll(async () => {
  folder = await newFolder();
});

describe('the settings', () => {
  test('are safe and on this machine alone when none is given', () => {
    expect(readSettings({})).toMatchObject({
      host: '127.0.0.1',
      storage: { kind: 'files', directory: path.resolve('data/images') },
      mail: { kind: 'files', directory: path.resolve('data/mail') },
      firstValues: {},
      trustedProxies: ['127.0.0.0/8', '::1'],
      rateLimit: true,
    });
  });

  test('can all be set in the environment', () => {
    const settings = readSettings({
      PORT: '8080',
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://shop.example/',
      DATA_DIR: '/srv/sodai',
      DATABASE_URL: 'postgres://shop:p%40ss@db.example:5433/shop',
      STORAGE_URL: 's3://KEY:SEC%2FRET@pictures?endpoint=https://store.example&region=eu-1',
      BACKUP_URL: 's3://KEY:SECRET@backups/a/b/?region=eu-1',
      BACKUP_AT: '02:15',
      SMTP_URL: 'smtps://mail.example',
      MAIL_FROM: 'Shop <shop@example.com>',
      SMS_URL: 'https://gateway.example/send?key=K',
      SMS_BODY: '{"to": "{phone}", "text": "{text}"}',
      AUTH_SECRET: 'x'.repeat(32),
      OPERATOR_TOKEN: 'y'.repeat(32),
      SHOP_NAME: 'Karim',
      SHOP_NAME_BN: 'করিম',
      HOLIDAYS: '2026-12-16, 2026-12-25 ,2027-02-21',
      SAME_DAY_UNTIL: '09:30',
      DEMO: 'off',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'debug',
    });
    expect(settings).toMatchObject({
      port: 8080,
      publicUrl: 'https://shop.example',
      databaseUrl: 'postgres://shop:p%40ss@db.example:5433/shop',
      backup: { place: { kind: 's3', bucket: 'backups', prefix: 'a/b/', region: 'eu-1' }, at: '02:15' },
      storage: {
        kind: 's3',
        bucket: 'pictures',
        endpoint: 'https://store.example',
        region: 'eu-1',
        credentials: { accessKeyId: 'KEY', secretAccessKey: 'SEC/RET' },
      },
      mail: { kind: 'smtp', url: 'smtps://mail.example' },
      sms: { url: 'https://gateway.example/send?key=K', body: '{"to": "{phone}", "text": "{text}"}' },
      firstValues: {
        name: 'Karim',
        nameBn: 'করিম',
        holidays: ['2026-12-16', '2026-12-25', '2027-02-21'],
        sameDayUntil: '09:30',
      },
      demo: false,
      rateLimit: false,
      logLevel: 'debug',
    });
  });

  test('treat empty values as not set', () => {
    expect(readSettings({ PORT: '', DATABASE_URL: ' ', SMTP_URL: '', HOLIDAYS: ' ', SAME_DAY_UNTIL: '' })).toEqual(
      readSettings({}),
    );
  });

  test.each([
    [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535'],
    [{ PORT: '3000.5' }, 'PORT must be'],
    [{ PUBLIC_URL: 'shop.example' }, 'PUBLIC_URL must be a URL'],
    [{ PUBLIC_URL: 'https://shop.example/path' }, 'PUBLIC_URL must be the address alone'],
    [{ DATABASE_URL: 'mysql://db/shop' }, 'DATABASE_URL must be a URL like postgres://'],
    [{ DATABASE_URL: 'postgres://first:5432,:5433/shop' }, 'DATABASE_URL must be a URL like postgres://'],
    [{ DATABASE_REPLICA_URL: 'postgres://one,two/shop' }, 'DATABASE_REPLICA_URL must have one server'],
    [{ DATABASE_REPLICA_URL: 'standby' }, 'DATABASE_REPLICA_URL must be a URL like postgres://'],
    [{ DATABASE_REPLICA_URL: 'postgres://standby/shop' }, 'DATABASE_REPLICA_URL needs DATABASE_URL'],
    [{ DATABASE_URL: 'postgres://db/shop' }, 'AUTH_SECRET must be given with DATABASE_URL'],
    [{ STORAGE_URL: 'file:///tmp' }, 'STORAGE_URL must be'],
    [{ BACKUP_URL: 'https://store.example' }, 'BACKUP_URL must be a folder, or a URL like s3://'],
    [{ BACKUP_URL: 's3://bucket/a b' }, 'BACKUP_URL must be a folder, or a URL like s3://'],
    [{ BACKUP_AT: '25:00' }, 'BACKUP_AT must be a time'],
    [{ BACKUP_KEY: 'secret' }, 'BACKUP_KEY must be a key of age'],
    [{ SMTP_URL: 'mail.example' }, 'SMTP_URL must be'],
    [{ SMS_URL: 'gateway.example/{phone}{text}' }, 'SMS_URL must be a URL like'],
    [{ SMS_URL: 'https://gateway.example/{phone}' }, 'SMS_URL must be given, and have {phone} and {text}'],
    [{ SMS_BODY: '{phone}{text}' }, 'SMS_URL must be given'],
    [{ AUTH_SECRET: 'x'.repeat(31) }, 'AUTH_SECRET must have at least 32 characters'],
    [{ OPERATOR_TOKEN: 'y'.repeat(31) }, 'OPERATOR_TOKEN must have at least 32 characters'],
    [{ METRICS_TOKEN: 'y'.repeat(31) }, 'METRICS_TOKEN must have at least 32 characters'],
    [
      { HOLIDAYS: '2026-12-16, 2026-02-29' },
      'HOLIDAYS must be days like 2026-12-16, separated by commas, not "2026-02-29"',
    ],
    [{ HOLIDAYS: '2026-12-16;2026-12-25' }, 'HOLIDAYS must be days like'],
    [{ SAME_DAY_UNTIL: '24:00' }, 'SAME_DAY_UNTIL must be a time from 00:00 to 23:59'],
    [{ SAME_DAY_UNTIL: '14:60' }, 'SAME_DAY_UNTIL must be a time'],
    [{ SAME_DAY_UNTIL: '9:30' }, 'SAME_DAY_UNTIL must be a time'],
    [{ TRUSTED_PROXIES: '10.0.0.2, proxy' }, 'TRUSTED_PROXIES must be addresses or networks'],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES must be addresses or networks'],
    [{ DEMO: 'yes' }, 'DEMO must be on or off'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of'],
  ])('refuse %j', (environment, message) => {
    expect(() => readSettings(environment)).toThrow(SettingsError);
    expect(() => readSettings(environment)).toThrow(message);
  });

  test('report all faults in one line that contains no secret', () => {
    const secrets = { DATABASE_URL: 'postgres://a:hunter2@db/shop', OPERATOR_TOKEN: 'hunter' };
    const read = () => readSettings({ PORT: 'x', DEMO: 'x', HOLIDAYS: 'a\nb, c', ...secrets });
    for (const name of ['PORT', 'DEMO', 'HOLIDAYS', 'AUTH_SECRET', 'OPERATOR_TOKEN']) expect(read).toThrow(name);
    expect(read).toThrow(/^bad settings: .*$/);
    expect(read).not.toThrow(/\n|hunter2/);
  });

  test('are also read from .env; the environment has priority', async () => {
    await writeFile(path.join(folder, '.env'), 'SHOP_NAME="From file" # a comment\nPATH=/nowhere\n');
    const environment = readEnvironment(folder);
    expect(environment.SHOP_NAME).toBe('From file');
    expect(environment.PATH).not.toBe('/nowhere');
  });
});

describe('secrets', () => {
  test('are generated once, readable only for the owner, also with parallel calls', async () => {
    const settings = readSettings({ DATA_DIR: path.join(folder, 'data') });
    const all = await Promise.all(Array.from({ length: 5 }, () => loadSecrets(settings)));
    expect(new Set(all.map((secrets) => JSON.stringify(secrets))).size).toBe(1);
    expect(await loadSecrets(settings)).toEqual(all[0]);
    const file = operatorTokenFile(settings);
    expect((await readFile(file, 'utf8')).trim()).toBe(all[0]?.operatorToken);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(all[0]?.authSecret.length).toBeGreaterThanOrEqual(32);
  });

  test('must be as long in a file as in the environment, and the token must have no spaces', async () => {
    const settings = readSettings({ DATA_DIR: path.join(folder, 'short') });
    await loadSecrets(settings);
    await writeFile(operatorTokenFile(settings), 'b'.repeat(31));
    await expect(loadSecrets(settings)).rejects.toThrow(/operator-token has fewer than 32 characters: remove the file/);
    const spaced = { OPERATOR_TOKEN: `${'b'.repeat(20)} ${'b'.repeat(20)}` };
    expect(() => readSettings(spaced)).toThrow('must have no spaces');
  });

  test('are the given ones when set', async () => {
    const [authSecret, operatorToken] = ['a'.repeat(32), 'b'.repeat(32)];
    const DATA_DIR = path.join(folder, 'untouched');
    const settings = readSettings({ DATA_DIR, AUTH_SECRET: authSecret, OPERATOR_TOKEN: operatorToken });
    expect(await loadSecrets(settings)).toEqual({ authSecret, operatorToken });
    await expect(stat(DATA_DIR)).rejects.toThrow('ENOENT');
  });
});
