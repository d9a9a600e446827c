import type { drawQrCode } from '../account/qr-code.ts';
import type { Answer } from './answer.ts';

export interface NewFactor {
  secret: string;
  /** The same as a link, for an app on this device. */
  uri: string;
  qr: ReturnType<typeof drawQrCode>;
  recoveryCodes: string[];
}

export interface AccountAnswer extends Answer {
  field?: 'current' | 'password' | 'code';
  factor?: NewFactor;
  passkey?: PublicKeyCredentialCreationOptionsJSON;
  recoveryCodes?: string[];
}
