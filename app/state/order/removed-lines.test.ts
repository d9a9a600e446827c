import { assert, constant, property, shuffledSubarray, tuple } from 'fast-check';
import { expect, test, vi } from 'vitest';
import { openPage } from '../../../test/support/browser-page.ts';
import { exampleItem } from '../../../test/support/factories.ts';

test('what was removed keeps its place, and put back in any order it is the same cart again', async () => {
  openPage(new Map());
  vi.resetModules();
  const { cart } = await import('./cart.ts');
  const { changeLine, putBack, removedLines, shownLines } = await import('./removed-lines.ts');
  const before = ['rui', 'tea', 'oil', 'eggs', 'rice'].map((id) => exampleItem({ id }));
  const ids = shuffledSubarray(before.map(({ id }) => id));
  const orders = ids.chain((removed) =>
    tuple(constant(removed), shuffledSubarray(removed, { minLength: removed.length })),
  );
  assert(
    property(orders, ([removed, back]) => {
      cart.set(before);
      removedLines.set([]);
      for (const id of removed) changeLine({ type: 'REMOVE_PRODUCT', id });
      expect(cart.get()).toEqual(before.filter(({ id }) => !removed.includes(id)));
      expect(shownLines(cart.get(), removedLines.get())).toEqual(before);
      for (const id of back) putBack(id);
      expect(cart.get()).toEqual(before);
    }),
  );
});
