/** A customer's own data: the user document of product §3, its changes, its picture and the deletion request. */
import type { Kysely, Selectable, Updateable } from 'kysely';
import type { Logger } from 'pino';
import { DEFAULT_IMG, type UserProfile, addressOf } from '../../domain/accounts/account.ts';
import { parseProfileForm, profileErrors } from '../../domain/accounts/profile-form.ts';
import { divisionOf } from '../../domain/accounts/address.ts';
import { genderOf } from '../../domain/accounts/contact.ts';
import { joinedDateText } from '../../domain/accounts/joined-date.ts';
import type { Language } from '../../base/language.ts';
import { done, type Outcome, type Reason, refused } from '../../domain/outcome.ts';
import type { Database } from '../db/connect.ts';
import { notify } from '../db/notify.ts';
import type { Tables } from '../db/tables.ts';
import type { Identity, Viewer } from '../identity/identity.ts';
import type { Limit, RateLimits } from '../limits/rate-limits.ts';
import type { Images, StoredPicture } from '../images/images.ts';

type Owner = Pick<Viewer, 'id'>;

export type Users = ReturnType<typeof createUsers>;

interface UsersOptions {
  database: Database;
  images: Pick<Images, 'storeProfile' | 'remove'>;
  identity: Pick<Identity, 'endSessions'>;
  limits: Pick<RateLimits, 'countOne'> | null;
  log: Logger;
}

const UPLOAD_LIMIT: Limit = { max: 10, seconds: 10 * 60 };
const UPLOAD_RETRY_SECONDS = 5;

export function createUsers({ database: { kysely }, images, identity, limits, log }: UsersOptions) {
  const uploading = new Set<string>();

  function exchangePicture(owner: Owner, imgUrl: string | null): Promise<string | null | undefined> {
    return kysely.transaction().execute(async (trx) => {
      // Locked, so that of two parallel uploads each deletes the picture that it replaced.
      const locked = trx.selectFrom('users').select('img_url').where('id', '=', owner.id).forUpdate();
      const before = await locked.executeTakeFirst();
      if (before) await change(trx, owner, { img_url: imgUrl });
      return before?.img_url;
    });
  }

  /** Deletes an old picture. If that fails, only an unused file remains. */
  async function deletePicture(imgUrl: string | null | undefined): Promise<void> {
    try {
      if (imgUrl) await images.remove(imgUrl);
    } catch (error) {
      log.warn({ err: error, imgUrl }, 'a picture could not be deleted');
    }
  }

  async function replacePicture(owner: Owner, bytes: Uint8Array | null): Promise<Outcome<StoredPicture>> {
    const outcome = await images.storeProfile(bytes);
    if (!outcome.ok) return outcome;
    const { imgUrl } = outcome.value;
    // If this fails, keep the new files: the change may have been committed all the same.
    const before = await exchangePicture(owner, imgUrl);
    await deletePicture(before === undefined ? imgUrl : before);
    return before === undefined ? refused(422, ACCOUNT_GONE) : outcome;
  }

  return {
    /** The user document without its orders. @throws when the account was deleted. */
    async profile({ id }: Owner): Promise<UserProfile> {
      return profileOf(await kysely.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow());
    },

    /** Changes the fields of the profile form; e-mail and country stay. `value` is the unparsed input. */
    async updateProfile(owner: Owner, value: unknown): Promise<Outcome<UserProfile>> {
      const form = parseProfileForm(value);
      const fields = profileErrors(form);
      if (fields[0]) return refused(422, fields[0].reason, { fields });
      const gender = genderOf(form.gender) ?? '';
      const division = divisionOf(form.division) ?? form.division;
      const row = await kysely.transaction().execute((trx) => change(trx, owner, { ...form, gender, division }));
      return row ? done(profileOf(row)) : refused(422, ACCOUNT_GONE);
    },

    /** `read` (null: too large) is called only if the owner may send one: one at a time, within `UPLOAD_LIMIT`. */
    async setPicture(owner: Owner, read: () => Promise<Uint8Array | null>): Promise<Outcome<StoredPicture>> {
      if (uploading.has(owner.id))
        return refused(429, { code: 'one-picture-at-a-time' }, { retryAfter: UPLOAD_RETRY_SECONDS });
      uploading.add(owner.id);
      try {
        const wait = (await limits?.countOne(`picture|${owner.id}`, UPLOAD_LIMIT)) ?? 0;
        if (wait > 0) return refused(429, { code: 'too-many-pictures', seconds: wait }, { retryAfter: wait });
        return await replacePicture(owner, await read());
      } finally {
        uploading.delete(owner.id);
      }
    },

    async removePicture(owner: Owner): Promise<void> {
      await deletePicture(await exchangePicture(owner, null));
    },

    /** Stores the language of the page that a customer has opened, when it is another one than before. Never throws. */
    async rememberLanguage(viewer: Pick<Viewer, 'id' | 'language'>, language: Language): Promise<void> {
      if (language === viewer.language) return;
      try {
        await kysely.updateTable('users').set({ language }).where('id', '=', viewer.id).execute();
      } catch (error) {
        log.warn({ err: error }, 'the language of a customer could not be stored');
      }
    },

    /** Schedules the account's deletion and ends all its sessions. Logging in again cancels it (product §4). */
    scheduleDeletion: (owner: Owner): Promise<void> =>
      kysely.transaction().execute(async (trx) => {
        await change(trx, owner, { schedule_for_deletion: true, deletion_requested_at: new Date() });
        await identity.endSessions(owner.id, trx);
      }),
  };
}

async function change(executor: Kysely<Tables>, { id }: Owner, values: Updateable<Tables['users']>) {
  const own = executor.updateTable('users').where('id', '=', id);
  const changed = own.set({ ...values, updated_at: new Date() }).returningAll();
  const row = await changed.executeTakeFirst();
  if (row) await notify(executor, 'profile', id);
  return row ?? null;
}

const ACCOUNT_GONE: Reason = { code: 'account-gone' };

function profileOf(row: Selectable<Tables['users']>): UserProfile {
  const { id, email, name, role, phone, gender } = row;
  return {
    id,
    email,
    name,
    role,
    imgUrl: row.img_url,
    defaultImg: DEFAULT_IMG,
    phone,
    gender,
    joinedDate: joinedDateText(row.joined_at),
    address: addressOf(row),
    scheduleForDeletion: row.schedule_for_deletion,
  };
}
