import * as fc from 'fast-check';
import { UNSAFE_decodeViaTurboStream as decode } from 'react-router';
import { expect, test } from 'vitest';
import { flattened, writeState } from './page-state.ts';

test('the framework reads what the page has', async () => {
  const state = fc.record({ loaderData: fc.jsonValue(), actionData: fc.jsonValue(), errors: fc.jsonValue() });
  await fc.assert(
    fc.asyncProperty(state, async (written) => {
      const text = writeState(written);
      const stream = new Blob([flattened(text)]).stream();
      const { value } = await decode(stream, globalThis as never);
      expect(value).toEqual(JSON.parse(text));
    }),
  );
});

test('no text of the data ends its element', () => {
  const text = writeState({ loaderData: '</script><!--', actionData: null, errors: undefined });
  expect(text).not.toContain('<');
  expect(JSON.parse(text)).toEqual({ loaderData: '</script><!--', actionData: null });
});
