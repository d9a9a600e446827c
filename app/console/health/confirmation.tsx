import { useRef } from 'react';
import { Link } from 'react-router';
import { Field } from '../../components/field.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { Button } from '../components/button.tsx';
import { useCanPasskeys, usePasskey } from '../state/passkey.ts';

export interface ConfirmationProps {
  secondFactor: boolean;
  hasPasskey: boolean;
}

/** The fields in which owners say again who they are. A passkey sends the form by itself. */
export function Confirmation({ secondFactor, hasPasskey }: ConfirmationProps) {
  const credential = useRef<HTMLInputElement>(null);
  const fetcher = usePasskey((answer) => {
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
        <Field label="Code" name="code" autoComplete="one-time-code" maxLength={40} />
      ) : (
        <>
          <PasswordField autoComplete="current-password" />
          <p className="text-sm text-muted">
            You have no second factor: whoever learns your password can take everything.{' '}
            <Link to="/account" className="tap font-semibold text-leaf underline underline-offset-4">
              Switch it on
            </Link>
          </p>
        </>
      )}
      {canUse ? (
        <Button
          look="quiet"
          label="Use a passkey"
          className="self-start"
          disabled={fetcher.state !== 'idle'}
          onClick={() => void fetcher.submit({ intent: 'passkey' }, { method: 'post', action: '/health' })}
        />
      ) : null}
    </>
  );
}
