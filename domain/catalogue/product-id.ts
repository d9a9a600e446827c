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

/** Short ids are all alike. */
const MIN_LENGTH = 4;

/** An id without its dashes, and without one letter more. Its digits stay: other sizes are other products. */
function shapesOf(id: string): string[] {
  const own = id.replaceAll('-', '');
  if (own.length < MIN_LENGTH) return [];
  return [own, ...[...own.matchAll(/[a-z]/g)].map(({ index }) => own.slice(0, index) + own.slice(index + 1))];
}

/** Which of these ids another one nearly is: with other dashes, or one letter more, less or another. */
export function nearIds(ids: readonly string[]): (other: string) => string | undefined {
  const known = new Map(ids.flatMap((id) => shapesOf(id).map((shape) => [shape, id] as const)));
  return (other) => known.get(shapesOf(other).find((shape) => known.has(shape)) ?? '');
}
