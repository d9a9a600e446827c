/** The texts of the console. English is the key, so it stands where it is shown: `t('Pressed last')`. */
import { CONSOLE_TEXTS, TOLD } from '#console-texts';
import { LANGUAGE } from '#messages';
import { localDigits } from '../../base/digits.ts';
import { fillIn, type MessageValues, type ParametersOf } from '../../base/message.ts';
import type { ConsoleText } from './bn.ts';

/** None for a text without parameters. */
type Values<Text> = [ParametersOf<Text>] extends [never] ? [] : [values: MessageValues<Text>];

const TEXTS: Readonly<Record<string, string>> = { ...TOLD, ...CONSOLE_TEXTS };

/** A text in the language of this build. The compiler names one that has no Bangla. */
export function t<Text extends ConsoleText>(text: Text, ...[values]: Values<Text>): string {
  const own = TEXTS[text] ?? text;
  return values === undefined ? own : fillIn<string>(LANGUAGE, own, values);
}

/** The sentences with parameters, as what they look like: those that say most themselves first. */
const PATTERNS = Object.entries(TOLD)
  .flatMap(([text, own]) => {
    const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const pattern = text.replace(/[$()*+.?[\\\]^|]/g, '\\$&').replaceAll(/\{\w+\}/g, '(.+?)');
    const said = text.replaceAll(/\{\w+\}/g, '').length;
    return names.length > 0 ? [{ names, own, said, pattern: new RegExp(`^${pattern}$`, 's') }] : [];
  })
  .toSorted((a, b) => b.said - a.said);

/**
 * What a table of the domain or the shop itself says in English, in the language of this build. `{Name}` is itself such a
 * text, `{name}` stays as it is. What is not known stays English;
 * test/console-texts.test.ts names what should be known.
 */
export function told(text: string): string {
  const known = TEXTS[text];
  if (known !== undefined) return known;
  for (const { names, own, pattern } of PATTERNS) {
    const found = pattern.exec(text)?.slice(1);
    if (!found) continue;
    const values = names.map((name, at) => [name, valueOf(name, found[at] ?? '')]);
    return fillIn<string>(LANGUAGE, own, Object.fromEntries(values));
  }
  return text;
}

function valueOf(name: string, value: string): string {
  if (/^[A-Z]/.test(name)) return told(value);
  return /^[−+-]?[\d.,]+$/.test(value) ? localDigits(LANGUAGE, value) : value;
}
