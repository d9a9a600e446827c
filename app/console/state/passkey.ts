/** What the browser does with passkeys. It offers them over https and on localhost. */
import { useHydrated } from '../../state/hydrated.ts';

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
export function askPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<string | null> {
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
