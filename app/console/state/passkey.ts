/** What the browser does with passkeys. It offers them over https and on localhost. */
import { useEffect, useEffectEvent } from 'react';
import { useFetcher } from 'react-router';
import { useHydrated } from '../../state/hydrated.ts';
import { toastError } from '../../state/toasts.ts';
import { type Answer, useAnswerToast } from './answer.ts';

export interface PasskeyAnswer extends Answer {
  passkey?: PublicKeyCredentialRequestOptionsJSON;
}

/** Whose answer has a challenge. `use` gets what a passkey says to it, as JSON. */
export function usePasskey(use: (credential: string) => void) {
  const fetcher = useFetcher<PasskeyAnswer>();
  useAnswerToast(fetcher);
  const passkey = fetcher.data?.passkey;
  const ask = useEffectEvent(async (options: PublicKeyCredentialRequestOptionsJSON) => {
    const credential = await askPasskey(options);
    if (credential === null) toastError('No passkey was used.');
    else use(credential);
  });
  useEffect(() => {
    if (passkey) void ask(passkey);
  }, [passkey]);
  return fetcher;
}

export function useCanPasskeys(): boolean {
  return useHydrated() && 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
}

/** A new passkey, as JSON; null when its owner did not want to, or has one on this device already. */
export function makePasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<string | null> {
  return asked(() =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  );
}

/** The answer of a passkey that its owner has chosen, as JSON; null when there is none. */
function askPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<string | null> {
  return asked(() =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
  );
}

async function asked(ask: () => Promise<Credential | null>): Promise<string | null> {
  try {
    return JSON.stringify(await ask());
  } catch {
    return null;
  }
}
