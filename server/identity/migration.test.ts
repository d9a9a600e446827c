/** What migration 0004 takes over from databases of before. */
import { createHmac } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '../../test/support/databases.ts';
import { PASSWORD, accessOptions, cookieOf, visitor } from '../../test/support/identity.ts';
import { LOW_COST } from '../../test/support/cheap-passwords.ts';
import { codeAt, openOperators } from '../../test/support/operators.ts';
import { type Database, openDatabaseAt, sessionOn } from '../db/connect.ts';
import { migrate, readMigrations } from '../db/migrate.ts';
import { type Identity, createIdentity } from './identity.ts';
import type { Operators } from './operators.ts';
import { hashPassword } from './passwords.ts';
import { hashToken } from './tokens.ts';

const SECRET = 'a secret of these tests, long enough';
const AT = new Date();
const LATER = new Date(AT.getTime() + 3_600_000);
/** A secret as better-auth 1.7.5 sealed it for `SECRET`. */
const TOTP = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  sealed:
    '0f28eb926ad717f3ba8ed33f253cf71635ffba481856137d931cac345c959b414bdf3e353847b1ccf8177cf180a9889f3c02838bbcb2e0bf99ee95f5342cd325331d85d42a82bbd4',
};
const TOKENS = { shop: 'HiRAKJuU4RsBDRxdGH8pVhmdlD0HM2f2', console: 'console-token', invitation: 'invitation-token' };

let database: Database;
let identity: Identity;
let operators: Operators;

beforeAll(async () => {
  const url = await createDatabase({ template: 'template1' });
  const client = new Client({ connectionString: url });
  await client.connect();
  const session = sessionOn(client);
  const migrations = readMigrations();
  await migrate(session, { numbered: migrations.numbered.slice(0, 1), functions: [] });
  const hash = await hashPassword(PASSWORD, LOW_COST);
  const insert = (table: string, row: Record<string, unknown>) =>
    session.rows(
      `insert into ${table} (${Object.keys(row).join()}) values (${Object.keys(row).map((_, at) => `$${at + 1}`)})`,
      Object.values(row),
    );
  for (const [id, role] of [
    ['ayesha', 'user'],
    ['rina', 'operator'],
    ['keyless', 'operator'],
  ]) {
    await insert('users', { id, email: `${id}@example.com`, name: id, role });
  }
  for (const id of ['ayesha', 'keyless']) {
    const credential = { id, user_id: id, account_id: id, provider_id: 'credential', password: hash };
    await insert('credentials', credential);
  }
  await insert('sessions', { id: 's', token: TOKENS.shop, user_id: 'ayesha', expires_at: LATER });
  const times = { created_at: AT, last_used_at: AT };
  const factor = { totp_secret: TOTP.sealed, totp_enabled_at: AT, totp_step: 1, recovery_codes: ['digest'] };
  await insert('operators', { user_id: 'rina', password: hash, ...factor, ...times });
  const token_hash = hashToken(TOKENS.console);
  await insert('operator_sessions', { id: 'o', token_hash, user_id: 'rina', expires_at: LATER, ...times });
  await insert('invitations', {
    email: 'karim@example.com',
    token_hash: hashToken(TOKENS.invitation),
    invited_by: 'operator',
    created_at: AT,
    expires_at: LATER,
  });
  await client.end();
  database = await openDatabaseAt(url);
  identity = createIdentity(accessOptions(database, { secret: SECRET }));
  operators = openOperators(database, { secret: SECRET });
});
afterAll(() => database.close());

test('customers keep their password and their session', async () => {
  const signature = createHmac('sha256', SECRET).update(TOKENS.shop).digest('base64');
  const cookie = `__Host-sodai.session_token=${encodeURIComponent(`${TOKENS.shop}.${signature}`)}`;
  expect(await identity.viewer(new Headers({ cookie }))).toMatchObject({ email: 'ayesha@example.com' });
  const answer = await identity.signIn({ email: 'ayesha@example.com', password: PASSWORD }, visitor());
  expect(answer).toMatchObject({ ok: true });
});

test('operators keep their password, their session and their second factor', async () => {
  const cookie = `__Host-sodai-operator.session_token=${TOKENS.console}`;
  expect(await operators.session(new Headers({ cookie }))).toMatchObject({
    user: { email: 'rina@example.com' },
    secondFactor: true,
  });
  const login = { email: 'rina@example.com', password: PASSWORD };
  const answer = await operators.signIn(login, visitor());
  expect(answer).toMatchObject({ ok: true, value: { needsCode: true } });
  const code = codeAt(TOTP.secret, Date.now());
  expect(await operators.confirmSignIn({ code }, visitor(cookieOf(answer)))).toMatchObject({ ok: true });
  const stored = database.kysely.selectFrom('users').select('recovery_codes').where('id', '=', 'rina');
  expect(await stored.executeTakeFirst()).toEqual({ recovery_codes: ['digest'] });
  expect((await operators.list()).find(({ email }) => email === login.email)).toMatchObject({ since: AT });
});

test('the role alone still opens nothing', async () => {
  const login = { email: 'keyless@example.com', password: PASSWORD };
  expect(await operators.signIn(login, visitor())).toMatchObject({ ok: false, status: 401 });
});

test('an open invitation is good', async () => {
  const form = { token: TOKENS.invitation, name: 'Karim', password: PASSWORD };
  const accepted = await operators.acceptInvitation(form, visitor());
  expect(accepted).toMatchObject({ ok: true });
});
