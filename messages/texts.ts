/** The texts of all languages, for the server, which answers in the language of each request. Pages import `#messages`, which is one of them. */
import type { Language } from '../base/language.ts';
import type { ParametersOf } from '../base/message.ts';
import * as bn from './bn.ts';
import * as en from './en.ts';

export const TEXTS = { en, bn } as const satisfies Record<Language, object>;

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** The names of texts that one of two languages lacks, or that have other parameters there. */
type Differing<A, B> = {
  [Name in keyof A | keyof B]: Name extends keyof A & keyof B
    ? A[Name] extends string
      ? Same<ParametersOf<A[Name]>, ParametersOf<B[Name]>> extends true
        ? never
        : Name
      : A[Name] extends readonly unknown[]
        ? never
        : Differing<A[Name], B[Name]> extends never
          ? never
          : Name
    : Name;
}[keyof A | keyof B];

type Faults = { [Name in Language]: Differing<typeof en, (typeof TEXTS)[Name]> }[Language];

/** The compiler's error names the text: "Type 'CART_LINK' does not satisfy the constraint 'never'". */
type Nothing<Name extends never> = Name;

export type SameTexts = Nothing<Faults>;
