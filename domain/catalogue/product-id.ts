/** Ids of products that come without one. */
import { asciiDigits } from '../../base/digits.ts';
import { suggestedId } from '../../base/text.ts';
import { cleanText } from '../typed/text.ts';

/** Bangla letters as Latin ones, as far as an id needs them; signs that are not here have none. */
const LATIN = new Map(
  (
    'অ o আ a ই i ঈ i উ u ঊ u ঋ ri এ e ঐ oi ও o ঔ ou া a ি i ী i ু u ূ u ৃ ri ে e ৈ oi ো o ৌ ou ক k খ kh গ g ঘ gh ঙ ng ' +
    'চ ch ছ ch জ j ঝ jh ঞ n ট t ঠ th ড d ঢ dh ণ n ত t থ th দ d ধ dh ন n প p ফ f ব b ভ bh ম m য j র r ল l শ sh ষ sh স s ' +
    'হ h ড় r ঢ় rh য় y ৎ t ং ng'
  )
    .normalize('NFC')
    .split(' ')
    .flatMap((letter, at, all) => (at % 2 === 0 ? [[letter, all[at + 1] ?? ''] as const] : [])),
);

/** `ডাল` → `dal`, `মসুর ডাল ১ কেজি` → `mosur-dal-1-keji`; always the same for a name, and never empty. */
export function idOfName(name: string): string {
  const spoken = cleanText(asciiDigits(name)).replace(/([ক-হ]\u09BC?)(?=[ক-হৎ])/gu, '$1অ');
  return suggestedId(spoken.replace(/[\u0980-\u09FF]\u09BC?/gu, (letter) => LATIN.get(letter) ?? '')) || 'product';
}

/** The same id with a number, as soon as others have it. */
export function freeId(wanted: string, isTaken: (id: string) => boolean): string {
  for (let count = 1; ; count += 1) {
    const end = count === 1 ? '' : `-${count}`;
    const id = wanted.slice(0, 64 - end.length) + end;
    if (!isTaken(id)) return id;
  }
}

/** A misspelt id has one letter more, less or another, or other dashes. Numbers are sizes: they make another product. */
function shapesOf(id: string): { own: string; longer: string[]; equal: string[] } {
  const own = id.replaceAll('-', '');
  const places = [...own.matchAll(/[a-z]/g)].map(({ index }) => index);
  const without = (at: number, sign: string): string => own.slice(0, at) + sign + own.slice(at + 1);
  return { own, longer: places.map((at) => without(at, '')), equal: places.map((at) => without(at, '*')) };
}

/** So short ids are all alike. */
const MIN_LENGTH = 4;

/** Which of these ids another one nearly is. */
export function nearIds(ids: readonly string[]): (other: string) => string | undefined {
  const known = new Map<string, string>();
  for (const id of ids.filter(({ length }) => length >= MIN_LENGTH)) {
    const { own, longer, equal } = shapesOf(id);
    for (const shape of [own, ...equal, ...longer.map((text) => `-${text}`)]) known.set(shape, id);
  }
  return (other) => {
    if (other.length < MIN_LENGTH) return undefined;
    const { own, longer, equal } = shapesOf(other);
    const found = [own, `-${own}`, ...equal, ...longer].find((shape) => known.has(shape));
    return found === undefined ? undefined : known.get(found);
  };
}
