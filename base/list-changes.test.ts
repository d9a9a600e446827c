import { expect, test } from 'vitest';
import { listChanges } from './list-changes.ts';

const [oil, fish, rice] = ['Oil', 'Fish', 'Rice'].map((name) => ({ id: name, name, shown: true }));
const all = [oil, fish, rice].filter((one) => one !== undefined);
const NOTHING = { added: [], changed: [], removed: [], moved: false };

test('what came, went, changed and moved is told, and nothing of a list that is the same', () => {
  const changes = (before: typeof all, after: typeof all) => listChanges(before, after, ['name', 'shown']);
  expect(changes(all, structuredClone(all))).toEqual(NOTHING);
  expect(changes(all.slice(1), all)).toEqual({ ...NOTHING, added: ['Oil'] });
  expect(changes(all, all.slice(1))).toEqual({ ...NOTHING, removed: ['Oil'] });
  expect(changes(all, all.toReversed())).toEqual({ ...NOTHING, moved: true });
  const hidden = all.map((one) => (one === fish ? { ...one, shown: false } : one));
  const changed = [{ name: 'Fish', before: { shown: true }, after: { shown: false } }];
  expect(changes(all, hidden)).toEqual({ ...NOTHING, changed });
});
