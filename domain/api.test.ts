import { expect, test } from 'vitest';
import { ApiError, api } from './api.ts';

/**
 * What goes over the wire, as JSON Schema. Clients of another version are out there while a new one is rolled
 * out: who changes this on purpose runs `npx vitest -u domain/api.test.ts` and says why in the commit.
 */
test('the calls and their shapes are those that were agreed', () => {
  expect(JSON.parse(JSON.stringify(api))).toMatchSnapshot();
});

test('every refusal has a sentence and a code (contract 3)', () => {
  expect(ApiError.required).toEqual(['message', 'code']);
});
