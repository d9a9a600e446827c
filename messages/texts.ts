/** The texts of all languages, for the server. Pages import only those of their own, as `#messages` and `#reasons`. */
import type { Language } from '../base/language.ts';
import type { ParametersOf } from '../base/message.ts';
import * as bn from './bn.ts';
import type * as bnReasons from './bn-reasons.ts';
import * as en from './en.ts';
import type * as enReasons from './en-reasons.ts';

export const TEXTS = { en, bn } as const satisfies Record<Language, object>;

interface Reasons {
  en: typeof enReasons;
  bn: typeof bnReasons;
}

/** What the languages have alike: the names of texts, and of their parameters. */
type Shape<T> = T extends readonly unknown[]
  ? unknown
  : T extends string
    ? [ParametersOf<T>]
    : { [Name in keyof T]: Shape<T[Name]> };

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** The names of texts that one of two languages lacks, or that have other parameters there. */
type Differing<A, B> = {
  [Name in keyof A | keyof B]: Same<Shape<A[Name & keyof A]>, Shape<B[Name & keyof B]>> extends true ? never : Name;
}[keyof A | keyof B];

type Faults = {
  [Name in Language]: Differing<typeof en, (typeof TEXTS)[Name]> | Differing<typeof enReasons, Reasons[Name]>;
}[Language];

/** The compiler's error names the text: "Type 'CART_LINK' does not satisfy the constraint 'never'". */
type Nothing<Name extends never> = Name;

export type SameTexts = Nothing<Faults>;
