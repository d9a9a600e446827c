import { expect, test, vi } from 'vitest';
import { gather } from './gather.ts';

test('calls of one turn are one query; each one after it is a new one', async () => {
  const find = vi.fn<(keys: readonly string[]) => Promise<string[]>>(async (keys) =>
    keys.map((key) => key.toUpperCase()),
  );
  const found = gather(find);
  expect(await Promise.all([found(['a']), found(['b', 'c'])])).toEqual([
    ['A', 'B', 'C'],
    ['A', 'B', 'C'],
  ]);
  expect(await found(['a'])).toEqual(['A']);
  expect(find.mock.calls).toEqual([[['a', 'b', 'c']], [['a']]]);
});

test('a failure reaches all who came together, and nobody after them', async () => {
  const find = vi.fn<() => Promise<string>>(async () => 'there').mockRejectedValueOnce(new Error('away'));
  const found = gather(find);
  const together = await Promise.allSettled([found(['a']), found(['b'])]);
  expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await found(['a'])).toBe('there');
});
