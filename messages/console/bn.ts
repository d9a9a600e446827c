/** All texts of the console in Bangla, by the English ones. docs/glossary.md has the words. */
import type { ParametersOf } from '../../base/message.ts';
import { DAILY } from './bn-daily.ts';
import { ORDERS } from './bn-orders.ts';
import { RUNNING } from './bn-running.ts';
import { SHOP } from './bn-shop.ts';

export { TOLD } from './bn-told.ts';

export const CONSOLE_TEXTS = { ...DAILY, ...ORDERS, ...SHOP, ...RUNNING } as const satisfies Readonly<
  Record<string, string>
>;

export type ConsoleText = keyof typeof CONSOLE_TEXTS;

/** The texts that have other parameters in Bangla. */
type Differing = {
  [Text in ConsoleText]: [ParametersOf<Text>, ParametersOf<(typeof CONSOLE_TEXTS)[Text]>] extends [infer A, infer B]
    ? [A, B] extends [B, A]
      ? never
      : Text
    : never;
}[ConsoleText];

/** The compiler's error names the text. */
type Nothing<Text extends never> = Text;

export type SameParameters = Nothing<Differing>;
