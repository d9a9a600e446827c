/** The texts of the console. English is the key, so it stands where it is shown: `t('Pressed last')`. */
import { CONSOLE_TEXTS } from '#console-texts';
import { LANGUAGE } from '#messages';
import { fillIn, type MessageValues, type ParametersOf } from '../../base/message.ts';
import type { ConsoleText } from './bn.ts';

/** None for a text without parameters. */
type Values<Text> = [ParametersOf<Text>] extends [never] ? [] : [values: MessageValues<Text>];

const TEXTS: Readonly<Record<string, string>> = CONSOLE_TEXTS;

/** A text in the language of this build. The compiler names one that has no Bangla. */
export function t<Text extends ConsoleText>(text: Text, ...[values]: Values<Text>): string {
  const own = TEXTS[text] ?? text;
  return values === undefined ? own : fillIn<string>(LANGUAGE, own, values);
}
