/** Compiles only when both languages have the same texts with the same parameters. */
import type { ParametersOf } from '../../domain/message.ts';
import type * as bn from './bn.ts';
import type * as en from './en.ts';

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

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

/** The compiler's error names the text: "Type 'CART_LINK' does not satisfy the constraint 'never'". */
type Nothing<Name extends never> = Name;

export type SameShape = Nothing<Differing<typeof en, typeof bn>>;
