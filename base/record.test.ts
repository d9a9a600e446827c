import { expect, test } from 'vitest';
import { asRecord, jsonOf, textFields } from './record.ts';

test('only objects are records', () => {
  expect(asRecord({ a: 1 })).toEqual({ a: 1 });
  for (const value of [null, undefined, 7, 'text', [], () => 1]) expect(asRecord(value)).toBeNull();
});

test('what is no JSON is undefined', () => {
  expect(['{"a":1}', '', '{"a":'].map(jsonOf)).toEqual([{ a: 1 }, undefined, undefined]);
});

test('fields are read as texts; any other value becomes empty', () => {
  const record = { name: ' Rahim ', phone: 7, other: 'x' };
  expect(textFields(record, ['name', 'phone', 'city'])).toEqual({ name: ' Rahim ', phone: '', city: '' });
  expect(textFields(record, ['name'], (text) => text.trim())).toEqual({ name: 'Rahim' });
});
