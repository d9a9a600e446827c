import type { QrDrawing } from '../qr-code.ts';
import type { Answer } from './answer.ts';

/** A second factor that is not on yet. */
export interface NewFactor {
  /** To be typed into an app. */
  secret: string;
  /** The same as a link, for an app on this device. */
  uri: string;
  /** The same as a picture. */
  qr: QrDrawing;
  recoveryCodes: string[];
}

/** The answer to a form of the account's screen. */
export interface AccountAnswer extends Answer {
  /** The field that the error is about. */
  field?: 'current' | 'password' | 'code';
  factor?: NewFactor;
  recoveryCodes?: string[];
}
