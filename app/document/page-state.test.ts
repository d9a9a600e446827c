import * as fc from 'fast-check';
import { UNSAFE_decodeViaTurboStream as decode } from 'react-router';
import { expect, test } from 'vitest';
import { flattened, writeState } from './page-state.ts';

test('the framework reads what the loaders answered, dates too', async () => {
  const { value: values } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.jsonValue({ maxDepth: 0 }).map((value) => (Object.is(value, -0) ? 0 : value)),
      fc.date({ noInvalidDate: true }),
      fc.array(tie('value')),
      fc.dictionary(
        fc.string().filter((key) => key !== '$date' && key !== '__proto__'),
        tie('value'),
        {
          noNullPrototype: true,
        },
      ),
    ),
  }));
  await fc.assert(
    fc.asyncProperty(values, values, async (loaderData, errors) => {
      const stream = new Blob([flattened(writeState({ loaderData, actionData: null, errors }))]).stream();
      const { value } = await decode(stream, globalThis as never);
      expect(value).toEqual({ loaderData, actionData: null, errors });
    }),
  );
});

test('no text of the data ends its element', () => {
  const text = writeState({ loaderData: '</script><!--', actionData: null, errors: undefined });
  expect(text).not.toContain('<');
  expect(JSON.parse(text)).toEqual({ loaderData: '</script><!--', actionData: null });
});
