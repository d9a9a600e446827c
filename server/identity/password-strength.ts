/**
 * How easily a password is guessed, as zxcvbn reckons with its list of 50,000 common ones, keyboard patterns, dates, repeats and
 * letters written as digits. Loaded with the first new password: the lists take 26 MB and a tenth of a second.
 */
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { DIVISIONS } from '../../domain/contact.ts';

/** zxcvbn's line between 'very guessable' and the rest. At the 200 guesses an hour that logging in allows it lasts for months. */
const FEWEST_GUESSES = 1e6;

/** What has to be around a known word, in letters and digits. */
const FEWEST_OWN = 6;

/** As much as is looked at, in UTF-16 units: what is hard to guess is so by then, and time grows with the square. */
const LOOKED_AT = 48;

/** What people here make passwords of: places, names, sayings. */
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

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: LOOKED_AT });

/** Whether a password is soon guessed, by whoever knows the texts it may be `about`: the shop's name, one's own, an e-mail address. */
export function isGuessable(password: string, about: readonly string[]): boolean {
  const known = [...new Set([...about.flatMap(wordsOf), ...LOCAL_WORDS])];
  return isVariation(squeezed(password), known) || estimator.check(password, known).guesses < FEWEST_GUESSES;
}

/** Around a known word of 4 and more characters there has to be something of one's own: 6 letters and digits. */
function isVariation(password: string, known: readonly string[]): boolean {
  const longestFirst = known.filter((word) => word.length >= 4).toSorted((a, b) => b.length - a.length);
  const left = longestFirst.reduce((text, word) => text.replaceAll(word, ''), password);
  return left !== password && left.length < FEWEST_OWN;
}

/** A text, the sides of an e-mail address, and what is between its signs, with the digits and without: all squeezed. */
function wordsOf(text: string): string[] {
  const parts = [text, ...text.split('@'), ...text.split(/[^\p{L}\p{M}\p{N}]+/u), ...text.split(/[^\p{L}\p{M}]+/u)];
  return parts.map(squeezed).filter((word) => word.length >= 3);
}

/** A text's letters, with their marks, and digits alone, in lower case. */
function squeezed(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '');
}

function words(list: string): string[] {
  return list.split(/\s+/).map(squeezed);
}
