import { describe, expect, test } from 'vitest';
import type { Reason } from '../domain/outcome.ts';
import { importInBangla } from '../test/support/bangla.ts';
import * as bangla from './bn.ts';
import { REASON_TEXTS } from './bn-reasons.ts';
import { problemSentence, sentenceOf } from './sentence.ts';

const inBangla = await importInBangla(() => import('./sentence.ts'));

function filled(text: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce((rest, [name, value]) => rest.replace(`{${name}}`, value), text);
}

const REASONS: [Reason, string][] = [
  [{ code: 'error' }, 'An error occured!'],
  [{ code: 'cart-empty' }, 'Cart is empty!'],
  [{ code: 'invalid-phone' }, 'Phone must be 11 digits long!'],
  [{ code: 'required', field: 'name' }, 'Name is required!'],
  [{ code: 'required', field: 'email' }, 'Email is required!'],
  [{ code: 'required', field: 'password' }, 'Password is required!'],
  [{ code: 'required', field: 'street' }, 'Street is required!'],
  [{ code: 'required', field: 'postcode' }, 'Postcode is required!'],
  [{ code: 'not-a-choice', field: 'gender' }, 'Gender must be one of the choices!'],
  [{ code: 'not-a-choice', field: 'division' }, 'Division must be one of the choices!'],
  [{ code: 'not-a-choice', field: 'country' }, 'Country must be one of the choices!'],
  [{ code: 'too-long', field: 'name', limit: 120 }, 'Name must have at most 120 characters!'],
  [{ code: 'too-long', field: 'city', limit: 100 }, 'City must have at most 100 characters!'],
  [{ code: 'too-many-lines', limit: 200 }, 'An order can have at most 200 products!'],
  [{ code: 'bad-quantity', limit: 9_999 }, 'Quantity must be a whole number from 1 to 9999!'],
  [{ code: 'picture-too-large', limit: 5 * 1024 * 1024 }, 'A picture may have at most 5 MB.'],
  [{ code: 'too-many-pixels', limit: 16_000_000 }, 'A picture must have at most 16 megapixels.'],
  [{ code: 'too-many-pictures', seconds: 60 }, 'Too many pictures. Please try again in a minute.'],
  [{ code: 'too-many-pictures', seconds: 61 }, 'Too many pictures. Please try again in 2 minutes.'],
  [{ code: 'too-many-attempts', seconds: 1 }, 'Too many attempts. Please try again in a minute.'],
  [{ code: 'too-many-attempts', seconds: 300 }, 'Too many attempts. Please try again in 5 minutes.'],
  [{ code: 'too-many-attempts', seconds: 3_599 }, 'Too many attempts. Please try again in 60 minutes.'],
];

describe('the sentence for a reason', () => {
  test.each(REASONS)('%j', (reason, sentence) => {
    expect(sentenceOf(reason)).toBe(sentence);
    expect(problemSentence({ detail: sentence, reason })).toBe(sentence);
    const other = inBangla.sentenceOf(reason);
    expect(other).toMatch(/\p{Script=Bengali}/u);
    expect(other).not.toMatch(/[0-9{}|]|undefined/);
    expect(inBangla.problemSentence({ detail: sentence, reason })).toBe(other);
  });

  test.each<[Reason, string]>([
    [{ code: 'cart-empty' }, REASON_TEXTS['cart-empty']],
    [{ code: 'required', field: 'postcode' }, filled(bangla.REQUIRED, { field: bangla.FIELD_LABELS.postcode })],
    [
      { code: 'too-long', field: 'city', limit: 100 },
      filled(REASON_TEXTS['too-long'], { field: bangla.FIELD_LABELS.city, limit: '১০০' }),
    ],
    [{ code: 'bad-quantity', limit: 9_999 }, filled(REASON_TEXTS['bad-quantity'], { limit: '৯৯৯৯' })],
    [
      { code: 'picture-too-large', limit: 5 * 1024 * 1024 },
      filled(REASON_TEXTS['picture-too-large'], { megabytes: '৫' }),
    ],
    [{ code: 'too-many-attempts', seconds: 300 }, filled(REASON_TEXTS['too-many-attempts'], { n: '৫' })],
  ])('in Bangla: %j', (reason, sentence) => expect(inBangla.sentenceOf(reason)).toBe(sentence));

  test('of a program’s fault is its own in English, and a general one in Bangla', () => {
    const reason: Reason = { code: 'malformed', detail: 'items must be a list.' };
    expect(sentenceOf(reason)).toBe('items must be a list.');
    expect(inBangla.sentenceOf(reason)).toBe(bangla.AN_ERROR_OCCURED);
  });
});

describe('the sentence for a problem', () => {
  test.each([null, undefined, 'x', 7, [], {}, { detail: 7 }, { reason: { code: 'cart-empty' } }, '<html>'])(
    'is missing when it is not the shop’s: %j',
    (problem) => {
      expect([problemSentence(problem), inBangla.problemSentence(problem)]).toEqual([null, null]);
    },
  );

  test.each([
    { detail: 'Send application/json.' },
    { detail: 'Send application/json.', reason: null },
    { detail: 'Send application/json.', reason: { code: 'of-a-newer-shop' } },
    { detail: 'Send application/json.', reason: {} },
    { detail: 'Send application/json.', reason: 'x' },
  ])('without a reason that this page knows is its detail in English, and a general one in Bangla: %j', (problem) => {
    expect(problemSentence(problem)).toBe('Send application/json.');
    expect(inBangla.problemSentence(problem)).toBe(bangla.AN_ERROR_OCCURED);
  });
});
