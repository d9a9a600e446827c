/** better-auth on the shop's tables. Loaded with the first login or registration: it is large, and who only browses does not need it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { CUSTOMER_ROLE } from '../../domain/account.ts';
import type { Language } from '../../domain/language.ts';
import type { Tables } from '../db/tables.ts';
import { PASSWORD_LENGTH, type PasswordCost, hashPassword, verifyPassword } from './passwords.ts';
import { notACustomer } from './refusals.ts';
import { SESSION_SECONDS, cookiePrefix } from './session-cookie.ts';

export const RESET_MINUTES = 30;

export interface LibraryOptions {
  kysely: Kysely<Tables>;
  publicUrl: string;
  secret: string;
  log: Logger;
  passwordCost: PasswordCost;
  sendReset(to: { email: string; language: Language }, token: string): Promise<void>;
}

export interface Library {
  /** `passwordHash`, made before, so that waiting for it takes no connection; `language` of a mail. @throws the database's errors. */
  handle(request: Request, of: Pick<RequestState, 'passwordHash' | 'language'>): Promise<Response>;
  userOfResetToken(token: string): Promise<string | null>;
}

interface RequestState {
  passwordHash?: string | undefined;
  language: Language;
  /** Why the mail could not be stored. The library itself ignores that error. */
  mailError?: unknown;
}

export function openLibrary({ kysely, publicUrl, secret, log, passwordCost, sendReset }: LibraryOptions): Library {
  const requestStates = new AsyncLocalStorage<RequestState>();

  const auth = betterAuth({
    appName: 'Sodai',
    baseURL: publicUrl,
    basePath: '/api/auth',
    secret,
    database: { db: kysely, type: 'postgres', transaction: true },
    telemetry: { enabled: false },
    // rate-limits.ts limits them.
    rateLimit: { enabled: false },
    trustedOrigins: [publicUrl],
    advanced: {
      cookiePrefix: cookiePrefix(publicUrl),
      // The library would add `__Secure-` before our prefix.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: publicUrl.startsWith('https:') },
      disableOriginCheck: false,
      disableCSRFCheck: false,
      ipAddress: { disableIpTracking: true },
      database: { validateSchema: false },
    },
    logger: {
      level: 'error',
      // Log only the message: the details contain personal data.
      log: (_level, message) => log.error({ library: 'better-auth' }, message),
    },
    // Throws errors of the database to the caller; refusals are still responses.
    onAPIError: { throw: true },
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: PASSWORD_LENGTH.min,
      // The library counts UTF-16 units; passwords.ts counts characters.
      maxPasswordLength: 2 * PASSWORD_LENGTH.max,
      password: {
        hash: async (password) => requestStates.getStore()?.passwordHash ?? hashPassword(password, passwordCost),
        verify: verifyPassword,
      },
      resetPasswordTokenExpiresIn: RESET_MINUTES * 60,
      revokeSessionsOnPasswordReset: true,
      async sendResetPassword({ user, token }) {
        const state = requestStates.getStore();
        try {
          await sendReset({ email: user.email, language: state?.language ?? 'en' }, token);
        } catch (error) {
          if (state) state.mailError = error;
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
      // Stored as hashes, so that a reader of the table cannot use the links.
      storeIdentifier: 'hashed',
    },
    databaseHooks: {
      session: {
        create: {
          /** Every new session passes here: only customers get one, and it cancels a scheduled deletion. */
          async before({ userId }, context) {
            const users = context?.context.internalAdapter;
            const found: object = (await users?.findUserById(userId)) ?? {};
            const user: { role?: unknown; scheduleForDeletion?: unknown } = { ...found };
            if (user.role !== CUSTOMER_ROLE) throw new APIError('BAD_REQUEST', { code: notACustomer().code });
            if (user.scheduleForDeletion === true) {
              await users?.updateUser(userId, { scheduleForDeletion: false, deletionRequestedAt: null });
            }
          },
        },
      },
    },
  });

  return {
    async handle(request, of) {
      const state: RequestState = { ...of };
      const response = await requestStates.run(state, () => auth.handler(request));
      if (state.mailError !== undefined) throw state.mailError;
      return response;
    },
    async userOfResetToken(token) {
      const { internalAdapter } = await auth.$context;
      const link = await internalAdapter.findVerificationValue(`reset-password:${token}`);
      return link?.value ?? null;
    },
  };
}

function closedField<Type extends 'boolean' | 'date'>(type: Type, fieldName: string) {
  return { type, fieldName, input: false, returned: false, required: false } as const;
}
