/** Loaded with the first new password: zxcvbn's lists of common passwords and patterns take 26 MB and 0.1 s. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { DIVISIONS } from '../../domain/accounts/address.ts';

/** The limit of zxcvbn's level 'very guessable': months of guessing with the 200 logins an hour that are allowed. */
const MIN_GUESSES = 1e6;

const MIN_OTHER_CHARACTERS = 6;

/** In UTF-16 units. By then it is hard enough to guess, and the time grows with the square of the length. */
const MAX_CHECKED_LENGTH = 32;

const LOCAL_WORDS = [
  ...DIVISIONS,
  ...words(`bangladesh bangla dacca barisal chittagong comilla cumilla bogura bogra jessore jashore gazipur narayanganj
    noakhali dinajpur tangail faridpur pabna feni coxsbazar padma meghna jamuna বাংলাদেশ ঢাকা চট্টগ্রাম`),
  ...words(`mohammad mohammed muhammad rahman rahim rahima karim hasan hossain hussain islam ahmed ahmad akter akhter begum
    khatun khan uddin sarkar sarker chowdhury fatema ayesha shakib sakib tamim mashrafe nusrat jannat sultana kabir rashid`),
  ...words(`allah alhamdulillah bismillah inshallah mashallah subhanallah assalamualaikum amar sonar joybangla bhalobashi
    valobashi tomake আলহামদুলিল্লাহ`),
  'admin',
];

const estimator = new ZxcvbnFactory({
  dictionary,
  graphs: adjacencyGraphs,
  maxLength: MAX_CHECKED_LENGTH,
});

/** Whether a password is easy to guess for who knows the texts `about` it: names, the e-mail address. */
export function isGuessable(password: string, about: readonly string[]): boolean {
  const known = [...new Set([...about.flatMap(wordsOf), ...LOCAL_WORDS])];
  return isVariation(lettersAndDigits(password), known) || estimator.check(password, known).guesses < MIN_GUESSES;
}

/** Besides known words of 4 or more characters a password needs 6 other letters and digits. */
function isVariation(password: string, known: readonly string[]): boolean {
  const longestFirst = known.filter((word) => word.length >= 4).toSorted((a, b) => b.length - a.length);
  const left = longestFirst.reduce((text, word) => text.replaceAll(word, ''), password);
  return left !== password && left.length < MIN_OTHER_CHARACTERS;
}

/** The whole text, the two sides of an e-mail address, and the parts between punctuation, with and without digits. */
function wordsOf(text: string): string[] {
  const parts = [text, ...text.split('@'), ...text.split(/[^\p{L}\p{M}\p{N}]+/u), ...text.split(/[^\p{L}\p{M}]+/u)];
  return parts.map(lettersAndDigits).filter((word) => word.length >= 3);
}

function lettersAndDigits(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '');
}

function words(list: string): string[] {
  return list.split(/\s+/).map(lettersAndDigits);
}
