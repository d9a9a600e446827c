import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { OPERATIONS } from '../../server/operations.ts';
import { apiText } from '../../test/support/api-text.ts';
import { openApi } from './openapi.ts';
import { FILE_ROUTES } from './operator-files.ts';

const DESCRIPTION = openApi(OPERATIONS, FILE_ROUTES);

test('the description is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone(DESCRIPTION));
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
  expect(validator.version).toBe('3.1');
});

test('it has every operation and every file, each once, with a summary', () => {
  const described = Object.values(DESCRIPTION.paths).flatMap((methods) => Object.values(methods));
  const names = [...Object.keys(OPERATIONS), ...FILE_ROUTES.map(({ name }) => name)];
  expect(described.map(({ operationId }) => operationId).toSorted()).toEqual(names.toSorted());
  expect(described.filter(({ summary }) => !/^[A-Z].*\.$/s.test(summary))).toEqual([]);
});

test('the API answers it', async () => {
  const file = FILE_ROUTES.find(({ path }) => path === 'GET openapi.json');
  const context = { get: () => OPERATIONS };
  const answer = await file?.answer({ context } as unknown as Parameters<typeof file.answer>[0]);
  expect(await answer?.json()).toEqual(JSON.parse(JSON.stringify(DESCRIPTION)));
});

test('docs/api.md says the same', async () => {
  // `vitest run app/api/openapi.test.ts --update` writes it.
  await expect(apiText(DESCRIPTION)).toMatchFileSnapshot('../../docs/api.md');
});
