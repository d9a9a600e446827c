/**
 * How easily a password is guessed, as zxcvbn reckons with its list of 50,000 common ones, keyboard patterns, dates, repeats and
 * letters written as digits. Loaded with the first new password: the lists take 26 MB and a tenth of a second.
 */
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { DIVISIONS } from '../domain/contact.ts';

/** zxcvbn's line between 'very guessable' and the rest. At the 200 guesses an hour that logging in allows it lasts for months. */
const FEWEST_GUESSES = 1e6;

/** As much as is looked at, in UTF-16 units: what is hard to guess is so by then, and time grows with the square. */
const LOOKED_AT = 48;

/** What people here add a number to. */
const LOCAL_WORDS = ['bangladesh', 'bangla', ...DIVISIONS];

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: LOOKED_AT });

/** Whether a password is soon guessed, by whoever knows the texts it may be `about`: the shop's name, one's own, an e-mail address. */
export function isGuessable(password: string, about: readonly string[]): boolean {
  const words = about.flatMap(wordsOf);
  return (
    isVariation(password.toLowerCase(), words) ||
    estimator.check(password, [...words, ...LOCAL_WORDS]).guesses < FEWEST_GUESSES
  );
}

/** Whether next to the words there are only a few digits, signs or letters: 'Sodai-2026', 'rahima.khatun1'. */
function isVariation(password: string, words: readonly string[]): boolean {
  const left = words.reduce((text, word) => text.replaceAll(word, ''), password);
  return left !== password && left.length < 8 && left.replaceAll(/\P{L}/gu, '').length < 4;
}

/** A text and its words, the longest first; of an e-mail address what stands before the @. */
function wordsOf(text: string): string[] {
  const whole = text.toLowerCase();
  const [own = ''] = whole.split('@');
  const words = own.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word.length >= 3);
  return [...new Set([whole, own, ...words])].filter((word) => word.length >= 3);
}
