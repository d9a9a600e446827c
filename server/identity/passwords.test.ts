import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, test } from 'vitest';
import { PASSWORD_COST, decoyHash, hashPassword, passwordError, verifyPassword } from './passwords.ts';

const ABOUT = ['Sodai', 'shop.example', 'rahima.k@example.com', 'Rahima Khatun'];

describe('which passwords are accepted', () => {
  test.each([
    'correct-horse-7',
    'three green mangoes',
    'nine lives of begun',
    'kx7$pq2w',
    'সবুজ শাকসবজি',
    'তিনটি সবুজ আম',
    '  spaced out  ',
    'Rahima eats mangoes',
    `${'x'.repeat(20)} and ${'y'.repeat(20)} are no words`,
  ])('accepts %j', async (password) => expect(await passwordError(password, ABOUT)).toBeNull());

  test.each([
    ['', 'password-too-short'],
    ['short-7', 'password-too-short'],
    // Four characters, but eight UTF-16 units.
    ['🥭🥭🥭🥭', 'password-too-short'],
    ['x1'.repeat(64) + 'y', 'password-too-long'],
    // Only the first 32 characters are looked at, so that no text takes long.
    [`${'a'.repeat(32)}kx7$pq2w-kx7$pq2w`, 'password-too-common'],
  ])('refuses %j: %s', async (password, code) => expect((await passwordError(password, ABOUT))?.code).toBe(code));

  test.each([
    ['of everybody', 'password PassWord123 P@ssw0rd1 12345678 0987654321 admin@123'],
    ['of rows, repetitions and dates', 'qwertyuiop asdfqwer1234 aaaaaaaaaaaa abcabcabcab 01712345678 24-12-1990'],
    ['of the shop', 'Sodai-2026 s0d4i2026 sodaisodai Sodai-Shop sodaishop Sodai-Shop-1 shop.example'],
    ['of the person', 'rahima.k@example.com Rahima.K!!2 rahimakhatun KhatunRahima99'],
    ['of places here', 'Bangladesh1971 sylhet2020 Dhaka@2026 ঢাকা-২০২৬ chittagong barisal123'],
    ['of people here', 'rahim123 karim123 alhamdulillah amarsonar shakib75'],
  ])('refuses those %s', async (_, list) => {
    for (const password of list.split(' '))
      expect((await passwordError(password, ABOUT))?.code, password).toBe('password-too-common');
  });

  test.each([
    ['i love sodai', 'Ali', true],
    ['karimullah4gmail', 'karimullah4@gmail.com', true],
    ['Karimullah1990', 'karimullah4@gmail.com', true],
    ['r.k.khan-2026', 'rk.khan@mail.example', true],
    ['Ali@12345', 'Ali', true],
    ['green2026', 'Liton Green', true],
    ['three green mangoes', 'Liton Green', false],
    ['তিনটি সবুজ কাঁচা আম', 'সবুজ মিয়া', false],
  ])('%j for %j: refused is %j', async (password, person, refused) => {
    expect((await passwordError(password, ['Sodai', person])) !== null).toBe(refused);
  });

  test('at least 99 % of the 3,000 most common ones with 8 or more characters are refused: each tenth is tried', async () => {
    const common = dictionary['passwords-common'].filter((password) => password.length >= 8).slice(0, 3_000);
    const tried = common.filter((_, at) => at % 10 === 0);
    const faults = await Promise.all(tried.map((password) => passwordError(password)));
    expect(faults).toHaveLength(300);
    expect(faults.filter((fault) => fault === null).length).toBeLessThanOrEqual(3);
  });
});

describe('how passwords are stored', () => {
  test('a hash contains its parameters, has a salt, and matches only its password', async () => {
    const [hash = '', other] = await Promise.all([1, 2].map(() => hashPassword('correct-horse-7', PASSWORD_COST)));
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
    expect(other).not.toBe(hash);
    expect(await verifyPassword({ hash, password: 'correct-horse-7' })).toBe(true);
    expect(await verifyPassword({ hash, password: 'correct-horse-8' })).toBe(false);
  });

  test('a hash made with other parameters still matches', async () => {
    // From the argon2 reference implementation: argon2 somesalt -id -t 2 -m 16 -p 1, password 'password'.
    const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await verifyPassword({ hash, password: 'password' })).toBe(true);
  });

  test('two Unicode forms of the same letters are the same password', async () => {
    const hash = await hashPassword('caf\u00E9-au-lait', PASSWORD_COST);
    expect(await verifyPassword({ hash, password: 'cafe\u0301-au-lait' })).toBe(true);
  });

  test.each(['', 'plain', '$argon2i$v=19$m=1,t=1,p=1$c29tZXNhbHQ$x', 'salt:hash'])(
    '%j matches nothing',
    async (hash) => {
      expect(await verifyPassword({ hash, password: 'plain' })).toBe(false);
    },
  );

  test('the hash that no password has is like any other, so checking it takes as long', async () => {
    const [hash, decoy] = [await hashPassword('correct-horse-7', PASSWORD_COST), decoyHash(PASSWORD_COST)];
    const shape = (text: string): string[] => text.split('$').map((part, at) => (at > 3 ? `${part.length}` : part));
    expect(shape(decoy)).toEqual(shape(hash));
    expect(await verifyPassword({ hash: decoy, password: 'correct-horse-7' })).toBe(false);
  });

  test('a password of a megabyte matches nothing and takes no time', async () => {
    const hash = await hashPassword('correct-horse-7', PASSWORD_COST);
    expect(await verifyPassword({ hash, password: 'x'.repeat(1_000_000) })).toBe(false);
  });
});
