import { expect, test } from 'vitest';
import { importInBangla } from '../../test/support/bangla.ts';
import * as english from './format.ts';

const bangla = await importInBangla(() => import('./format.ts'));

test('x', async () => {
  expect(english.formatPrice(85)).toBe('Tk 85');
  expect(bangla.formatPrice(85)).toBe('৳৮৫');
  expect((await import('./format.ts')).formatPrice(85)).toBe('Tk 85');
});
