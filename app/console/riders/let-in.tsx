/** Letting people into the console. Whoever is shown a link says again who they are: the link is a key. */
import { LANGUAGE } from '#messages';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { useFetcher, useLoaderData } from 'react-router';
import { LANGUAGE_RULES, LANGUAGES } from '../../../base/language.ts';
import { isPhoneLogin, OPERATOR_ROLE } from '../../../domain/accounts/account.ts';
import { FIELD_LIMITS } from '../../../domain/accounts/contact.ts';
import { isHelper, STAFF_ROLES, type StaffRole } from '../../../domain/accounts/roles.ts';
import type { ListedOperator } from '../../../server/identity/operator-accounts.ts';
import type { ListedRider } from '../../../server/orders/riders.ts';
import { Field, SelectField } from '../../components/field.tsx';
import { type Asked, Confirmation } from '../account/confirmation.tsx';
import type { Answer } from '../kit/answer.ts';
import { Options } from '../kit/fields.tsx';
import { ActionForm, Button, ConfirmButton } from '../kit/form.tsx';
import { GivenLink } from '../kit/given-link.tsx';
import { useRootData } from '../kit/screen.tsx';
import { t, told } from '../../../messages/console/t.ts';

export type LetInAnswer = Answer & { given?: Record<'email' | 'link' | 'text', string> & { mailed: boolean } };

type AskAgainProps = Omit<ComponentProps<typeof ConfirmButton>, 'fields' | 'onAsk'>;

/** What it asks is there only while it asks, or a browser would fill in a password for each person. */
function AskAgain({ children, ...props }: AskAgainProps & { children?: ReactNode }) {
  const { confirmation } = useLoaderData<{ confirmation: Asked }>();
  const [isAsking, setAsking] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isAsking) fields.current?.querySelector<HTMLElement>('input:not([type=hidden])')?.focus();
  }, [isAsking]);
  return (
    <ConfirmButton
      look="quiet"
      confirmLook="primary"
      {...props}
      onAsk={setAsking}
      fields={
        <div ref={fields} className="mt-3 flex flex-col gap-3">
          {isAsking ? children : null}
          {isAsking ? <Confirmation {...confirmation} /> : null}
        </div>
      }
    />
  );
}

function Given({ given, phone }: { given: LetInAnswer['given']; phone?: string | undefined }) {
  if (!given) return null;
  const { email, link, text, mailed } = given;
  return (
    <div role="status" className="w-full">
      {link ? (
        <GivenLink
          label={t('Link for {email}', { email })}
          link={link}
          text={text}
          phone={isPhoneLogin(email) ? email : phone}
          hint={`${mailed ? t('It is shown only now, and mailed too.') : t('It is shown only now.')} ${t('It works once, for 24 hours. Whoever has it gets in: give it to nobody else.')}`}
        />
      ) : (
        t('{email} is invited by mail. The link works once, for 24 hours.', { email })
      )}
    </div>
  );
}

export const FIELDS =
  'flex flex-wrap items-end gap-3 [&>div>div]:min-w-0 [&>div>div]:flex-1 [&>div>div]:basis-32 sm:[&>div>div]:max-w-80';

interface InviteProps {
  as: StaffRole;
  /** Who brings orders, where they are invited as a rider. */
  rider?: ListedRider;
}

export function Invite({ as, rider }: InviteProps) {
  const fetcher = useFetcher<LetInAnswer>();
  const given = fetcher.data?.given;
  const fields = { role: as, ...(rider && { rider: rider.id }) };
  const who = rider ? '' : ` ${STAFF_ROLES[as].label.toLowerCase()}`;
  const email = (
    // Empty again as soon as somebody is invited.
    <Field
      key={given?.email}
      label={t('E-mail')}
      name="email"
      type="email"
      autoComplete="off"
      required
      maxLength={FIELD_LIMITS.email}
    />
  );
  const language = (
    <SelectField label={t('Language')} name="language" defaultValue={LANGUAGE}>
      <Options of={LANGUAGES.map((one) => [one, LANGUAGE_RULES[one].name])} />
    </SelectField>
  );
  const sends = { intent: 'let-in', ...fields };
  return (
    <>
      {as === OPERATOR_ROLE ? (
        <AskAgain
          fetcher={fetcher}
          label={told(`Invite${who}`)}
          title={t('Invite another owner?')}
          sends={sends}
          className="self-start"
        >
          <p className="text-muted">{t('They may do everything here that you may.')}</p>
          {email}
          {language}
        </AskAgain>
      ) : (
        <>
          <ActionForm fetcher={fetcher} fields={fields} className={FIELDS}>
            {email}
            <Button label={told(`Invite${who}`)} intent="invite" look="quiet" waits />
          </ActionForm>
          <AskAgain
            fetcher={fetcher}
            label={told(`Let in${who} by phone`)}
            title={t('Let in by phone')}
            confirm={t('Make the link')}
            sends={sends}
            className="self-start"
          >
            <p className="text-muted">
              {t('Without an e-mail address: you get a link to send. They log in with this phone.')}
            </p>
            <Field
              label={t('Phone')}
              name="email"
              type="tel"
              inputMode="tel"
              autoComplete="off"
              required
              defaultValue={rider?.phone}
            />
            {language}
          </AskAgain>
        </>
      )}
      <Given given={given} phone={rider?.phone} />
    </>
  );
}

export type Listed = Pick<ListedOperator, 'email' | 'name' | 'role' | 'status' | 'secondFactor'>;

export function Person({ email, name, role, status, secondFactor }: Listed) {
  const fetcher = useFetcher<LetInAnswer>();
  const who = name || email;
  const isSelf = useRootData()?.operator?.email === email;
  return (
    <li aria-label={email} className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 py-2">
      <span className="mr-auto min-w-0">
        <span className="font-semibold break-words">{who}</span>
        <span className="block text-sm break-words text-muted">
          {told(STAFF_ROLES[role].label)}
          {status === 'invited' ? t(', invited') : ''}
          {name ? ` · ${email}` : ''}
        </span>
      </span>
      {isSelf ? null : (
        <span className="flex flex-wrap gap-2">
          <AskAgain
            fetcher={fetcher}
            label={t('New link')}
            title={t('Make a new link for {who}?', { who })}
            text={
              status === 'invited'
                ? t('The link that they have ends.')
                : t(
                    'For a forgotten password: with it they set a new one, which logs them out everywhere. A second factor stays.',
                  )
            }
            sends={{ intent: 'link', email }}
          />
          {secondFactor ? (
            <AskAgain
              label={t('Remove second factor')}
              title={t('Remove the second factor of {who}?', { who })}
              text={t(
                'For a lost phone: codes and passkeys end, and they are logged out. Their password alone lets them in.',
              )}
              confirm={t('Remove')}
              confirmLook="danger"
              sends={{ intent: 'factor', email }}
            />
          ) : null}
          {isHelper(role) ? (
            <ConfirmButton
              label={t('Remove')}
              title={t('Take the console from {name}?', { name: who })}
              text={t('They are logged out everywhere, and cannot log in again.')}
              sends={{ intent: 'close', email }}
            />
          ) : null}
        </span>
      )}
      <Given given={fetcher.data?.given} />
    </li>
  );
}
