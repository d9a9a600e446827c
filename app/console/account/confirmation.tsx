import { useRef } from 'react';
import type { Session } from '../../../server/identity/sessions.ts';
import type { Services } from '../../../server/services.ts';
import { Field } from '../../components/field.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { Button, ButtonLink } from '../kit/form.tsx';
import { askPasskey, useCanPasskeys, usePasskey } from './passkeys.tsx';
import { t } from '../../../messages/console/t.ts';

export type Asked = Awaited<ReturnType<typeof confirmationOf>>;

/** For a loader: what `Confirmation` can ask. */
export async function confirmationOf({ operators }: Services, session: Session) {
  const passkeys = await operators.passkeys(session);
  return { secondFactor: session.secondFactor, hasPasskey: passkeys.length > 0 };
}

/** The fields in which owners say again who they are. A passkey sends the form by itself. */
export function Confirmation({ secondFactor, hasPasskey }: Asked) {
  const credential = useRef<HTMLInputElement>(null);
  const fetcher = usePasskey(askPasskey, (answer) => {
    const input = credential.current;
    if (!input) return;
    input.value = answer;
    input.form?.requestSubmit();
    input.value = '';
  });
  const canUse = useCanPasskeys() && hasPasskey;
  return (
    <>
      <input ref={credential} type="hidden" name="credential" />
      {secondFactor ? (
        <Field label={t('Code')} name="code" autoComplete="one-time-code" maxLength={40} />
      ) : (
        <>
          <PasswordField autoComplete="current-password" />
          <p className="text-sm text-muted">
            {t('You have no second factor: whoever learns your password can take everything.')}{' '}
            <ButtonLink to="/account" label={t('Switch it on')} look="link" />
          </p>
        </>
      )}
      {canUse ? (
        <Button
          look="quiet"
          label={t('Use a passkey')}
          className="self-start"
          disabled={fetcher.state !== 'idle'}
          onClick={() => void fetcher.submit({ intent: 'passkey' }, { method: 'post', action: '/health' })}
        />
      ) : null}
    </>
  );
}
