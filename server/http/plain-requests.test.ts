import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { refuseUnplain } from './plain-requests.ts';

test.each([
  [{}, '1.1', undefined],
  [{ 'Content-Encoding': 'Identity' }, '1.1', undefined],
  [{ 'Content-Encoding': 'gzip' }, '1.1', 'unsupported_encoding'],
  [{ 'Transfer-Encoding': 'Chunked' }, '1.1', undefined],
  [{ 'Transfer-Encoding': 'gzip, chunked' }, '1.1', 'bad_request'],
  [{ 'Transfer-Encoding': 'chunked' }, '1.0', 'bad_request'],
  [{ Host: 'a', Hosts: 'b', Path: 'host' }, '1.1', undefined],
  [{ Host: 'a', hOST: 'a' }, '1.1', 'bad_request'],
])('%j of HTTP/%s: %s', (headers, httpVersion, code) => {
  const entries = Object.entries(headers);
  const request = {
    headers: Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value])),
    rawHeaders: entries.flat(),
    httpVersion,
  };
  expect(refuseUnplain(request as unknown as IncomingMessage)?.code).toBe(code);
});
