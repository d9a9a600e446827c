import { useEffect } from 'react';
import { useFetcher, useSubmit } from 'react-router';
import { Button } from '../components/button.tsx';
import { toastError } from '../../state/toasts.ts';
import { type Answer, useAnswerToast } from '../state/answer.ts';
import { askPasskey, useCanPasskeys } from '../state/passkey.ts';

export interface PasskeyAnswer extends Answer {
  passkey?: PublicKeyCredentialRequestOptionsJSON;
}

export function PasskeyLogin({ next }: { next: string }) {
  const fetcher = useFetcher<PasskeyAnswer>();
  useAnswerToast(fetcher);
  const submit = useSubmit();
  const passkey = fetcher.data?.passkey;
  useEffect(() => {
    if (!passkey) return;
    void askPasskey(passkey).then((credential) => {
      if (credential === null) return toastError('No passkey was used.');
      return submit({ intent: 'passkey', credential, next }, { method: 'post' });
    });
  }, [passkey, next, submit]);
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
