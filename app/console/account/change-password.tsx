import { useRef } from 'react';
import { useFetcher } from 'react-router';
import { PasswordField } from '../../components/password-field.tsx';
import type { AccountAnswer } from '../state/account-answer.ts';
import { useFieldError } from '../state/field-error.ts';
import { Button } from '../components/button.tsx';
import { Panel } from '../components/panel.tsx';

export function ChangePassword({ email }: { email: string }) {
  const fetcher = useFetcher<AccountAnswer>();
  const form = useRef<HTMLFormElement>(null);
  const error = useFieldError(fetcher, form);
  return (
    <Panel heading="Password">
      <fetcher.Form ref={form} method="post" className="flex flex-col gap-3">
        {/* For password managers. */}
        <input type="hidden" autoComplete="username" value={email} />
        <PasswordField
          label="Current password"
          name="current"
          autoComplete="current-password"
          error={error('current')}
        />
        <PasswordField label="New password" autoComplete="new-password" error={error('password')} />
        <p className="text-sm text-muted">At least 8 characters. All other browsers of this account are logged out.</p>
        <Button intent="password" label="Change password" className="self-start" />
      </fetcher.Form>
    </Panel>
  );
}
