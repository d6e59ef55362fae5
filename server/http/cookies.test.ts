import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { readCookie } from './cookies.ts';

test.each([
  ['a=1; b=2', '1'],
  ['b=2;a=1', '1'],
  ['b=2 ;  a = 1 ; c=3', '1'],
  ['a=1=2', '1=2'],
  ['a=', ''],
  ['aa=1; =a', undefined],
  ['a', undefined],
  [undefined, undefined],
])('of %j the cookie a is %j', (cookie, value) => {
  expect(readCookie({ headers: { cookie } } as FastifyRequest, 'a')).toBe(value);
});
