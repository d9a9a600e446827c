import { expect, test } from 'vitest';
import { LineTooLong, linesOf } from './bytes.ts';

async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function linesIn(text: string, size: number, longest?: number): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of linesOf(inPieces(text, size), longest)) lines.push(line);
  return lines;
}

test.each([1, 2, 3, 100])('lines are whole whatever pieces they come in: %i characters', async (size) => {
  const text = 'one\n\n two\r\n   \nthree\u2028still three\nfour';
  expect(await linesIn(text, size)).toEqual(['one', ' two\r', 'three\u2028still three', 'four']);
});

test('a line without an end is refused', async () => {
  await expect(linesIn('x'.repeat(40), 7, 30)).rejects.toThrow(LineTooLong);
  expect(await linesIn('x'.repeat(30), 7, 30)).toEqual(['x'.repeat(30)]);
});
