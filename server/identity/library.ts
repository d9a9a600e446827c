/**
 * The identity library (better-auth) on the shop's tables. Nobody else imports it. Loaded with the first sign-in or
 * registration: it is large, and shoppers who browse do not need it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { CUSTOMER_ROLE } from '../../domain/account.ts';
import type { Tables } from '../db/tables.ts';
import { PASSWORD_LENGTH, hashPassword, verifyPassword } from './passwords.ts';
import { notACustomer } from './answers.ts';
import { SESSION_SECONDS, cookiePrefix } from './session-cookie.ts';

/** How long a link to a new password works. */
export const RESET_MINUTES = 30;

export interface LibraryOptions {
  kysely: Kysely<Tables>;
  /** The shop's origin. */
  publicUrl: string;
  secret: string;
  log: Logger;
  /** Sends a person the link to a new password. */
  sendReset(user: { email: string }, token: string): Promise<void>;
}

export interface Library {
  /**
   * Answers a request under /api/auth. `passwordHash` is the hash of the password in its body, where that is to be made
   * beforehand: registering is one transaction, and hashing within it would keep the embedded database from everyone.
   * @throws what the database throws.
   */
  handle(request: Request, passwordHash?: string): Promise<Response>;
  /** The id of the user whose link to a new password has this token; null when no link has. */
  ownerOfReset(token: string): Promise<string | null>;
}

/** What goes along with one request through the library, which has no place for it. */
interface Errand {
  passwordHash: string | undefined;
  /** Why the mail was not written: the library itself goes on as if it were. */
  mailFault?: unknown;
}

/** Opens the library. It touches the database with the first request only. */
export function openLibrary({ kysely, publicUrl, secret, log, sendReset }: LibraryOptions): Library {
  const errands = new AsyncLocalStorage<Errand>();

  const auth = betterAuth({
    appName: 'Sodai',
    baseURL: publicUrl,
    basePath: '/api/auth',
    secret,
    database: { db: kysely, type: 'postgres', transaction: true },
    telemetry: { enabled: false },
    // rate-limits.ts sees to them.
    rateLimit: { enabled: false },
    trustedOrigins: [publicUrl],
    advanced: {
      cookiePrefix: cookiePrefix(publicUrl),
      // It would put `__Secure-` before the prefix.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: publicUrl.startsWith('https:') },
      disableOriginCheck: false,
      disableCSRFCheck: false,
      ipAddress: { disableIpTracking: true },
      database: { validateSchema: false },
    },
    logger: {
      level: 'error',
      // The message alone: what comes with it names people.
      log: (_level, message) => log.error({ library: 'better-auth' }, message),
    },
    // Faults of the database are the caller's to answer; refusals are answers all the same.
    onAPIError: { throw: true },
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: PASSWORD_LENGTH.min,
      // It counts UTF-16 units; passwords.ts counts characters.
      maxPasswordLength: 2 * PASSWORD_LENGTH.max,
      password: {
        hash: async (password) => errands.getStore()?.passwordHash ?? hashPassword(password),
        verify: verifyPassword,
      },
      resetPasswordTokenExpiresIn: RESET_MINUTES * 60,
      revokeSessionsOnPasswordReset: true,
      async sendResetPassword({ user, token }) {
        try {
          await sendReset(user, token);
        } catch (error) {
          const errand = errands.getStore();
          if (errand) errand.mailFault = error;
        }
      },
    },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', image: 'img_url', createdAt: 'created_at', updatedAt: 'updated_at' },
      additionalFields: {
        role: { type: 'string', input: false, returned: false, defaultValue: CUSTOMER_ROLE },
        scheduleForDeletion: closedField('boolean', 'schedule_for_deletion'),
        deletionRequestedAt: closedField('date', 'deletion_requested_at'),
      },
    },
    session: {
      modelName: 'sessions',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      expiresIn: SESSION_SECONDS,
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
    },
    account: {
      modelName: 'credentials',
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
      // Whoever reads the table cannot follow the links.
      storeIdentifier: 'hashed',
    },
    databaseHooks: {
      session: {
        create: {
          /** Where every session is made, whichever way: for customers only, and with it a deletion is called off. */
          async before({ userId }, context) {
            const users = context?.context.internalAdapter;
            const found: object = (await users?.findUserById(userId)) ?? {};
            const user: { role?: unknown; scheduleForDeletion?: unknown } = { ...found };
            if (user.role !== CUSTOMER_ROLE) throw new APIError('BAD_REQUEST', notACustomer());
            if (user.scheduleForDeletion === true) {
              await users?.updateUser(userId, { scheduleForDeletion: false, deletionRequestedAt: null });
            }
          },
        },
      },
    },
  });

  return {
    async handle(request, passwordHash) {
      const errand: Errand = { passwordHash };
      const response = await errands.run(errand, () => auth.handler(request));
      if (errand.mailFault !== undefined) throw errand.mailFault;
      return response;
    },
    async ownerOfReset(token) {
      const { internalAdapter } = await auth.$context;
      const link = await internalAdapter.findVerificationValue(`reset-password:${token}`);
      return link?.value ?? null;
    },
  };
}

/** A column that the library knows, but neither takes from requests nor gives out. */
function closedField<Type extends 'boolean' | 'date'>(type: Type, fieldName: string) {
  return { type, fieldName, input: false, returned: false, required: false } as const;
}
