import { expect, test } from 'vitest';
import { mustEncrypt } from './transport.ts';

test.each([
  ['smtp://shop:secret@mail.example:587', true],
  ['smtp://shop:secret@10.0.0.5', true],
  ['smtp://shop:secret@localhost.example', true],
  ['smtp://shop:secret@localhost', false],
  ['smtp://shop:secret@127.0.0.1:1025', false],
  ['smtp://shop:secret@[::1]:25', false],
  ['smtp://mail.example:25', false],
])('to %s only encrypted: %s', (url, must) => expect(mustEncrypt(url)).toBe(must));
