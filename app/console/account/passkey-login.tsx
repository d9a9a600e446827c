import { useSubmit } from 'react-router';
import { Button } from '../components/button.tsx';
import { useCanPasskeys, usePasskey } from '../state/passkey.ts';

export function PasskeyLogin({ next }: { next: string }) {
  const submit = useSubmit();
  const fetcher = usePasskey((credential) => void submit({ intent: 'passkey', credential, next }, { method: 'post' }));
  if (!useCanPasskeys()) return null;
  return (
    <fetcher.Form method="post">
      <Button
        look="quiet"
        intent="passkey-begin"
        label="Log in with a passkey"
        className="w-full"
        disabled={fetcher.state !== 'idle'}
      />
    </fetcher.Form>
  );
}
