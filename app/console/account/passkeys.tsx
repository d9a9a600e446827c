import { useEffect, useEffectEvent, useRef } from 'react';
import { type FetcherSubmitFunction, useFetcher } from 'react-router';
import type { Operators } from '../../../server/identity/operators.ts';
import { Field } from '../../components/field.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { ActionForm, Button, ConfirmButton, useKeepFocus } from '../kit/form.tsx';
import { say } from '../kit/say.tsx';
import { Age } from '../kit/values.tsx';
import { Mark, Panel } from '../kit/screen.tsx';
import { useHydrated } from '../../state/page-start.ts';
import { toastError } from '../../state/toasts.ts';
import type { Answer } from '../kit/answer.ts';
import { t } from '../../../messages/console/t.ts';

interface PasskeysProps {
  passkeys: Awaited<ReturnType<Operators['passkeys']>>;
  email: string;
  needsCode: boolean;
}

export function Passkeys({ passkeys, email, needsCode }: PasskeysProps) {
  const form = useRef<HTMLFormElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  useKeepFocus(list, passkeys.length);
  const canAdd = useCanPasskeys();
  const fetcher = usePasskey(
    async (options: PublicKeyCredentialCreationOptionsJSON) =>
      navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
    (credential, submit) => {
      const name = String(new FormData(form.current ?? undefined).get('name'));
      void submit({ intent: 'passkey-add', name, credential }, { method: 'post' });
    },
    t('No passkey was added.'),
  );
  const remove = (id: string): void => {
    if (!password.current?.reportValidity()) return;
    void fetcher.submit({ intent: 'passkey-remove', id, password: password.current.value }, { method: 'post' });
  };
  return (
    <Panel heading={t('Passkeys')} mark={<Mark text={passkeys.length > 0 ? t('on') : t('recommended')} look="good" />}>
      <p className="text-muted">
        {t(
          'The safest way in, and the quickest: finger, face or the device’s PIN. No stolen password and no false page helps anybody.',
        )}{' '}
        {needsCode ? null : t('With a passkey, the password alone does not open the console any more.')}
      </p>
      <ul ref={list} tabIndex={-1} className="rows focus:[outline:none]">
        {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
          <li key={id} className="flex min-h-14 items-center gap-3 py-1">
            <div className="mr-auto min-w-0">
              <p className="font-semibold wrap-anywhere">{name}</p>
              <p className="text-sm text-muted">
                {say(lastUsedAt ? 'last used {age}' : 'added {age}', { age: <Age at={lastUsedAt ?? createdAt} /> })}
              </p>
            </div>
            <ConfirmButton
              label={t('Remove')}
              title={t('Remove the passkey {name}?', { name })}
              text={t('It no longer logs in here. The device may keep it: delete it there too.')}
              look="quiet"
              onConfirm={() => remove(id)}
            />
          </li>
        ))}
      </ul>
      {canAdd || passkeys.length > 0 ? (
        <ActionForm fetcher={fetcher} ref={form} fields={{ intent: 'passkey' }} className="flex flex-col gap-3">
          {/* For password managers. */}
          <input type="hidden" autoComplete="username" value={email} />
          {canAdd ? (
            <Field label={t('Name of the passkey')} name="name" placeholder={t('My phone')} maxLength={60} />
          ) : null}
          <PasswordField ref={password} autoComplete="current-password" />
          {canAdd && needsCode ? (
            <Field label={t('Code')} name="code" autoComplete="one-time-code" maxLength={40} />
          ) : null}
          {canAdd ? <Button label={t('Add passkey')} className="self-start" waits /> : null}
        </ActionForm>
      ) : null}
    </Panel>
  );
}

/** Whose answer has a challenge. `use` gets what a passkey says to it, as JSON. */
export function usePasskey<Challenge>(
  ask: (challenge: Challenge) => Promise<Credential | null>,
  use: (credential: string, submit: FetcherSubmitFunction) => void,
  failed = t('No passkey was used.'),
) {
  const fetcher = useFetcher<Answer & { passkey?: Challenge }>();
  const passkey = fetcher.data?.passkey;
  const answer = useEffectEvent(async (challenge: Challenge) => {
    // Its owner may not want to, or has one on this device already.
    const credential = await ask(challenge).catch(() => null);
    if (credential === null) toastError(failed);
    else use(JSON.stringify(credential), fetcher.submit);
  });
  useEffect(() => {
    if (passkey) void answer(passkey);
  }, [passkey]);
  return fetcher;
}

/** Browsers offer passkeys over https and on localhost. */
export function useCanPasskeys(): boolean {
  return useHydrated() && 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
}

export async function askPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<Credential | null> {
  return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
}
