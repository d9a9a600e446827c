import { useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';
import type { Operators } from '../../../server/identity/operators.ts';
import { Field } from '../../components/field.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { toastError } from '../../state/toasts.ts';
import type { AccountAnswer } from '../state/account-answer.ts';
import { useFieldError } from '../state/field-error.ts';
import { useKeepFocus } from '../state/keep-focus.ts';
import { makePasskey, useCanPasskeys } from '../state/passkey.ts';
import { Age } from '../components/age.tsx';
import { Button } from '../components/button.tsx';
import { ConfirmButton } from '../components/confirm-button.tsx';
import { Mark } from '../components/mark.tsx';
import { Panel } from '../components/panel.tsx';

/** Adding and removing need the password again, and a new one a code: a console may stand open on a counter. */
interface PasskeysProps {
  passkeys: Awaited<ReturnType<Operators['passkeys']>>;
  email: string;
  needsCode: boolean;
}

export function Passkeys({ passkeys, email, needsCode }: PasskeysProps) {
  const fetcher = useFetcher<AccountAnswer>();
  const form = useRef<HTMLFormElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const error = useFieldError(fetcher, form);
  const canAdd = useCanPasskeys();
  const list = useRef<HTMLUListElement>(null);
  useKeepFocus(list, passkeys.length);
  const { data, submit } = fetcher;
  const passkey = data?.passkey;
  useEffect(() => {
    if (!passkey) return;
    void makePasskey(passkey).then((credential) => {
      if (credential === null) return toastError('No passkey was added.');
      const name = String(new FormData(form.current ?? undefined).get('name'));
      return submit({ intent: 'passkey-add', name, credential }, { method: 'post' });
    });
  }, [passkey, submit]);
  const remove = (id: string): void => {
    if (!password.current?.reportValidity()) return;
    void submit({ intent: 'passkey-remove', passkey: id, password: password.current.value }, { method: 'post' });
  };
  return (
    <Panel heading="Passkeys" mark={<Mark text={passkeys.length > 0 ? 'on' : 'recommended'} look="good" />}>
      <p className="text-muted">
        The safest way in, and the quickest: finger, face or the device’s PIN. No stolen password and no false page
        helps anybody. {needsCode ? null : 'With a passkey, the password alone does not open the console any more.'}
      </p>
      <ul ref={list} tabIndex={-1} className="rows focus:[outline:none]">
        {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
          <li key={id} className="flex min-h-14 items-center gap-3 py-1">
            <div className="mr-auto min-w-0">
              <p className="font-medium wrap-anywhere">{name}</p>
              <p className="text-sm text-muted">
                {lastUsedAt ? 'last used ' : 'added '}
                <Age at={lastUsedAt ?? createdAt} />
              </p>
            </div>
            <ConfirmButton
              label="Remove"
              title={`Remove the passkey ${name}?`}
              text="It no longer logs in here. The device may keep it: delete it there too."
              look="quiet"
              onConfirm={() => remove(id)}
            />
          </li>
        ))}
      </ul>
      {canAdd || passkeys.length > 0 ? (
        <fetcher.Form ref={form} method="post" className="flex flex-col gap-3">
          <input type="hidden" name="intent" value="passkey" />
          {/* For password managers. */}
          <input type="hidden" autoComplete="username" value={email} />
          {canAdd ? <Field label="Name of the passkey" name="name" placeholder="My phone" maxLength={60} /> : null}
          <PasswordField ref={password} autoComplete="current-password" error={error('password')} />
          {canAdd && needsCode ? (
            <Field label="Code" name="code" autoComplete="one-time-code" maxLength={40} error={error('code')} />
          ) : null}
          {canAdd ? <Button label="Add passkey" className="self-start" disabled={fetcher.state !== 'idle'} /> : null}
        </fetcher.Form>
      ) : null}
    </Panel>
  );
}
