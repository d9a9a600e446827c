/** The language of the console, which each operator chooses: kept in the account, and in a cookie for the login. */
import type { Kysely } from 'kysely';
import { DEFAULT_LANGUAGE, type Language, parseLanguage } from '../../base/language.ts';
import type { Tables } from '../db/tables.ts';
import type { Cookies } from './cookies.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** Follows the language of a cookie that nobody has taken over into an account yet. */
const CHOSEN = '-chosen';

export function createConsoleLanguage(cookies: Cookies) {
  const cookie = (language: Language, mark = ''): string => cookies.set('language', language + mark, YEAR_SECONDS);
  const ofCookie = (headers: Headers): string => cookies.tokens('language', headers)[0] ?? '';

  async function keep(trx: Kysely<Tables>, userId: string, language: Language): Promise<string> {
    await trx.updateTable('users').set({ console_language: language }).where('id', '=', userId).execute();
    return cookie(language);
  }

  return {
    /** What the address asks for, as that of an invitation does, else what the browser has. */
    of(address: string, cookieHeader: string): Language {
      const asked = parseLanguage(new URLSearchParams(address.split('?')[1]).get('language'));
      return asked ?? parseLanguage(ofCookie(new Headers({ cookie: cookieHeader }))) ?? DEFAULT_LANGUAGE;
    },

    /** Before the login; it is the account's from then on. */
    choose: (language: Language): string => cookie(language, CHOSEN),

    keep,

    /** In the transaction of a login: the cookie with the account's language. */
    async enter(trx: Kysely<Tables>, userId: string, headers: Headers): Promise<string> {
      const value = ofCookie(headers);
      const chosen = value.endsWith(CHOSEN) ? parseLanguage(value) : null;
      if (chosen) return keep(trx, userId, chosen);
      const account = trx.selectFrom('users').select('console_language').where('id', '=', userId);
      return cookie((await account.executeTakeFirst())?.console_language ?? DEFAULT_LANGUAGE);
    },
  };
}
