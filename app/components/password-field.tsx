import { FIELD_LABELS, HIDE_PASSWORD, SHOW_PASSWORD } from '#messages';
import { type Ref, useState } from 'react';
import Eye from 'virtual:icons/eye';
import EyeOff from 'virtual:icons/eye-off';
import { Frame } from './field.tsx';

interface PasswordFieldProps {
  label?: string;
  name?: string;
  autoComplete: 'current-password' | 'new-password';
  ref?: Ref<HTMLInputElement>;
}

/** A password field with a button that shows the password, once something is typed (product §2). */
export function PasswordField({ label, name = 'password', autoComplete, ref }: PasswordFieldProps) {
  const [typed, setTyped] = useState(false);
  const [shown, setShown] = useState(false);
  return (
    <Frame label={label ?? FIELD_LABELS.password} name={name}>
      {(ids) => (
        <div className="relative">
          <input
            {...ids}
            ref={ref}
            name={name}
            type={shown ? 'text' : 'password'}
            autoComplete={autoComplete}
            required
            minLength={autoComplete === 'new-password' ? 8 : undefined}
            maxLength={128}
            onInput={(event) => setTyped(event.currentTarget.value !== '')}
            className="input pr-11"
          />
          {typed ? (
            <button
              type="button"
              aria-label={shown ? HIDE_PASSWORD : SHOW_PASSWORD}
              className="absolute top-0 right-0 tap justify-center text-muted hover:text-ink"
              onClick={() => setShown(!shown)}
            >
              {shown ? <EyeOff className="size-5" /> : <Eye className="size-5" />}
            </button>
          ) : null}
        </div>
      )}
    </Frame>
  );
}
