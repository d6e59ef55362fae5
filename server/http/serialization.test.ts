import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { compileSerializer } from './serialization.ts';
import { compileValidator } from './validation.ts';

const schema = Type.Object({ name: Type.String() });

test('an answer has only its schema’s fields, and a schema is compiled once', () => {
  const serialize = compileSerializer({ schema });
  expect(serialize({ name: 'Quais', password_hash: 'x' })).toBe('{"name":"Quais"}');
  expect(compileSerializer({ schema })).toBe(serialize);
});

test('a schema shared by a body and an address parses both', () => {
  const digits = Type.Object({ page: Type.Integer() });
  const [inBody, inAddress] = ['body', 'querystring'].map((httpPart) =>
    compileValidator({ schema: digits, method: 'GET', url: '/', httpPart }),
  );
  expect(inBody?.({ page: '2' })).toHaveProperty('error');
  expect(inAddress?.({ page: '2' })).toEqual({ value: { page: 2 } });
});
