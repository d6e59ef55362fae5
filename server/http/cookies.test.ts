import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test, vi } from 'vitest';
import { readCookie, setCookie } from './cookies.ts';

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

test.each([
  [{ value: 'a', httpOnly: true }, 'http', 'n=a; Path=/; HttpOnly; SameSite=Lax'],
  [{ value: 'a', httpOnly: false, maxAge: 60 }, 'http', 'n=a; Path=/; Max-Age=60; SameSite=Lax'],
  [{ value: 'a', httpOnly: true }, 'https', 'n=a; Path=/; HttpOnly; Secure; SameSite=Lax'],
  [{ value: '', httpOnly: true, maxAge: 60 }, 'http', 'n=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax'],
])('%j over %s is the cookie « %s »', (cookie, protocol, text) => {
  const header = vi.fn();
  setCookie({ protocol } as FastifyRequest, { header } as unknown as FastifyReply, { name: 'n', ...cookie });
  expect(header.mock.calls).toEqual([['set-cookie', text]]);
});
