import { localDigits } from './digits.ts';
import type { Language } from './language.ts';

/** The names of a text's parameters: 'n' of 'Cart, {n} items'. */
export type ParametersOf<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParametersOf<Rest>
  : never;

/** A value for each parameter of a text. Numbers are written in the text's language; texts stay as they are. */
export type MessageValues<Text> = Readonly<Record<ParametersOf<Text>, string | number>>;

/** Of `one|other` the form for the number `n`. */
export function fillIn<Text extends string>(language: Language, text: Text, values: MessageValues<Text>): string {
  const given: Readonly<Record<string, string | number>> = values;
  const [one = '', other] = text.split('|');
  const isOne = other === undefined || new Intl.PluralRules(language).select(Number(given.n)) === 'one';
  return (isOne ? one : other).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = given[name] ?? '';
    return typeof value === 'number' ? localDigits(language, value) : value;
  });
}
