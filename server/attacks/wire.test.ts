import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#domain/api.ts';
import { type OpenOffice, openOffice } from '../testing/open-office.ts';
import { bodyOf, exchange, listen, openWire, pour, statusesIn } from '../testing/wire.ts';

let office: OpenOffice;
let port: number;

beforeAll(async () => {
  office = await openOffice();
  port = await listen(office.app);
});
afterAll(() => office.close());

const HOST = 'Host: localhost\r\n';
const LEAD = 'POST /api/public/leads HTTP/1.1\r\n';
/** On a machine that does other things too. */
const PATIENT = { timeout: 20_000 };
const JSON_TYPE = 'Content-Type: application/json\r\n';
/** What is hidden in a body, to be taken for a request of its own. */
const HIDDEN = `GET /healthz HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`;

function expectRefusal(heard: string, status: number, code: string): void {
  expect(statusesIn(heard)).toEqual([status]);
  expect(JSON.parse(bodyOf(heard))).toEqual({ message: expect.stringMatching(/^[A-ZÀ-Ý].*\.$/), code });
  expect(heard).toMatch(/\r\nconnection: close\r\n/i);
  expect(heard).toMatch(/\r\ncontent-security-policy: default-src 'none'/i);
}

test('two requests in one write are two answers: the wire can tell', async () => {
  const heard = await exchange(port, `GET /healthz HTTP/1.1\r\n${HOST}\r\n${HIDDEN}`);
  expect(statusesIn(heard)).toEqual([200, 200]);
});

describe('a request that two servers would end at different places is refused, and nothing after it is read', () => {
  const chunked = `0\r\n\r\n${HIDDEN}`;
  const te = 'Transfer-Encoding: chunked\r\n';
  const cases: Record<string, string> = {
    'CL.TE': `Content-Length: ${chunked.length}\r\n${te}\r\n${chunked}`,
    'TE.CL': `${te}Content-Length: 3\r\n\r\n1\r\nx\r\n0\r\n\r\n${HIDDEN}`,
    'TE.TE with another one': `${te}Transfer-Encoding: cow\r\n\r\n${chunked}`,
    'TE.TE the other way round': `Transfer-Encoding: cow\r\n${te}\r\n${chunked}`,
    'chunked, cow': `Transfer-Encoding: chunked, cow\r\n\r\n${chunked}`,
    xchunked: `Transfer-Encoding: xchunked\r\n\r\n${chunked}`,
    'chunked in quotes': `Transfer-Encoding: "chunked"\r\n\r\n${chunked}`,
    'chunked after a vertical tab': `Transfer-Encoding: \x0bchunked\r\n\r\n${chunked}`,
    'a name with a space': `Transfer-Encoding : chunked\r\n\r\n${chunked}`,
    'a name with a space before it': ` Transfer-Encoding: chunked\r\n\r\n${chunked}`,
    'a name with a null': `Transfer-Encoding\0: chunked\r\n\r\n${chunked}`,
    'a folded line': `Transfer-Encoding:\r\n chunked\r\n\r\n${chunked}`,
    'two lengths': `Content-Length: 0\r\nContent-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`,
    'two lengths in one': `Content-Length: 0, ${HIDDEN.length}\r\n\r\n${HIDDEN}`,
    'the same length twice': `Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}${HIDDEN}`,
    'a length with a sign': `Content-Length: +2\r\n\r\n{}${HIDDEN}`,
    'a length below nothing': `Content-Length: -1\r\n\r\n{}${HIDDEN}`,
    'a length in hexadecimal': `Content-Length: 0x2\r\n\r\n{}${HIDDEN}`,
    'a length with a space in it': `Content-Length: 1 0\r\n\r\n${HIDDEN}`,
    'a length beyond counting': `Content-Length: 99999999999999999999999\r\n\r\n{}${HIDDEN}`,
    'a length that is none': `Content-Length: x\r\n\r\n{}${HIDDEN}`,
    'bare line feeds': `Content-Length: 2\n\n{}${HIDDEN}`,
    'a bare carriage return': `X: a\rContent-Length: 2\r\n\r\n{}${HIDDEN}`,
    'a header that ends in a bare line feed': `X: a\nTransfer-Encoding: chunked\r\n\r\n${chunked}`,
    'a chunk whose size is none': `${te}\r\nz\r\n{}\r\n${chunked}`,
    'a chunk whose size is negative': `${te}\r\n-1\r\n{}\r\n${chunked}`,
    'a chunk whose size overflows': `${te}\r\nffffffffffffffffff\r\n{}\r\n${chunked}`,
    'a chunk longer than it says': `${te}\r\n1\r\n{}\r\n${chunked}`,
    'a chunk that ends in a bare line feed': `${te}\r\n2\n{}\r\n${chunked}`,
    'a chunk extension with a bare line feed': `${te}\r\n2;a\n{}\r\n${chunked}`,
    'a line without a colon': `Nothing\r\nContent-Length: 2\r\n\r\n{}${HIDDEN}`,
  };

  test.each(Object.entries(cases))('%s', async (_what, rest) => {
    expectRefusal(await exchange(port, LEAD + HOST + JSON_TYPE + rest), 400, 'bad_request');
  });

  test.each([
    ['no HTTP at all', '\x16\x03\x01\x02\x00\x01'],
    ['another protocol', 'EHLO evil.example\r\n\r\n'],
    ['HTTP/2 without being asked', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['an HTTP that is not', `GET /healthz HTTP/3.7\r\n${HOST}\r\n`],
    ['a method that is not', `GE\0T /healthz HTTP/1.1\r\n${HOST}\r\n`],
    ['a space in the address', `GET /healthz x HTTP/1.1\r\n${HOST}\r\n`],
    ['a line feed in the address', `GET /heal\nthz HTTP/1.1\r\n${HOST}\r\n`],
    ['a null in a header', `GET /healthz HTTP/1.1\r\n${HOST}X: a\0b\r\n\r\n`],
  ])('%s', async (_what, bytes) => {
    expectRefusal(await exchange(port, bytes), 400, 'bad_request');
  });

  test('what a GET brings as a body is read as its body, not as a request', async () => {
    const heard = await exchange(
      port,
      `GET /healthz HTTP/1.1\r\n${HOST}Content-Length: ${HIDDEN.length}\r\nConnection: close\r\n\r\n${HIDDEN}`,
    );
    expect(statusesIn(heard)).toEqual([200]);
  });

  test('the body of a refused call is not read as a request either', async () => {
    for (const path of ['/api/nothing', '/api/public/leads', '/api/public/offers']) {
      const heard = await exchange(
        port,
        `POST ${path} HTTP/1.1\r\n${HOST}Content-Type: text/plain\r\nContent-Length: ${HIDDEN.length}\r\n` +
          `Connection: close\r\n\r\n${HIDDEN}`,
      );
      expect(statusesIn(heard).length, path).toBe(1);
      expect(statusesIn(heard)[0]).toBeGreaterThanOrEqual(400);
    }
  });
});

describe('one request never has two answers, which a proxy would give to somebody else', () => {
  test.each([
    ['refused by its address', 'POST /%zz HTTP/1.1\r\n', HOST],
    [
      'refused for want of a session',
      'POST /api/fixings/update HTTP/1.1\r\n',
      'Host: backoffice.localhost\r\n',
    ],
    ['refused for two hosts', LEAD, HOST + HOST],
    ['answered before its body was there', 'GET /healthz HTTP/1.1\r\n', HOST],
  ])('%s, and broken afterwards', async (_what, line, hosts) => {
    const head = `${line}${hosts}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\n`;
    const atOnce = await exchange(port, `${head}no chunk\r\n`);
    expect(statusesIn(atOnce)).toHaveLength(1);
    const wire = await openWire(port);
    wire.socket.write(head);
    await expect.poll(() => statusesIn(wire.heard()), PATIENT).toHaveLength(1);
    wire.socket.write('no chunk\r\n');
    await wire.closed;
    expect(statusesIn(wire.heard())).toHaveLength(1);
  });

  test('what is broken is not answered before what was asked first', async () => {
    const heard = await exchange(port, `GET /readyz HTTP/1.1\r\n${HOST}\r\nno request\r\n\r\n`);
    expect(statusesIn(heard)[0]).not.toBe(400);
    const wire = await openWire(port);
    wire.socket.write(`GET /healthz HTTP/1.1\r\n${HOST}\r\n`);
    await expect.poll(() => statusesIn(wire.heard()), PATIENT).toEqual([200]);
    wire.socket.write('no request\r\n\r\n');
    await wire.closed;
    expect(statusesIn(wire.heard())).toEqual([200, 400]);
  });
});

describe('what is too large', () => {
  test.each([
    ['one header of 20 kB', `GET /healthz HTTP/1.1\r\n${HOST}X: ${'a'.repeat(20_000)}\r\n\r\n`],
    ['a cookie of 20 kB', `GET /healthz HTTP/1.1\r\n${HOST}Cookie: session=${'a'.repeat(20_000)}\r\n\r\n`],
    [
      '3,000 headers',
      `GET /healthz HTTP/1.1\r\n${HOST}${Array.from({ length: 3_000 }, (_, i) => `X${i}: 1\r\n`).join('')}\r\n`,
    ],
    ['an address of 20 kB', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`],
    ['a query of 20 kB', `GET /healthz?q=${'a'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`],
  ])('%s is a 431', async (_what, bytes) => {
    expectRefusal(await exchange(port, bytes), 431, 'headers_too_large');
  });

  test('headers that never end are cut off soon after 16 KiB', async () => {
    const wire = await openWire(port);
    wire.socket.write(`GET /healthz HTTP/1.1\r\n${HOST}`);
    const most = 2_000_000;
    expect(await pour(wire, (sent) => `X${sent}: ${'a'.repeat(1_000)}\r\n`, most)).toBeLessThan(most);
    await wire.closed;
  });

  test('a body in pieces that never ends is cut off soon after 64 KiB', async () => {
    const wire = await openWire(port);
    wire.socket.write(`${LEAD}${HOST}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\n`);
    const most = 8_000_000;
    expect(await pour(wire, () => `1000\r\n${' '.repeat(4_096)}\r\n`, most)).toBeLessThan(most);
    await wire.closed;
  });

  test.each([
    '/%zz',
    '/api/public/blog/articles/view/%E0%A4%A',
    '/images/%',
    '/%c0%80',
  ])('the address %s is a 400 that does not repeat it', async (path) => {
    const heard = await exchange(port, `GET ${path} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`);
    expect(statusesIn(heard)).toEqual([400]);
    expect(JSON.parse(bodyOf(heard))).toEqual({ message: expect.any(String), code: 'bad_address' });
    expect(heard).not.toContain(path);
  });

  test('an id longer than any is a 404', async () => {
    const path = `/api/public/blog/articles/view/${'a'.repeat(300)}`;
    const heard = await exchange(port, `GET ${path} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`);
    expect(statusesIn(heard)).toEqual([404]);
    expect(JSON.parse(bodyOf(heard))).toEqual({ message: expect.any(String), code: 'not_found' });
  });
});

describe('nothing that was sent can begin a header of an answer', () => {
  const splits = [
    '%0d%0aX-Evil:%201',
    '%0aX-Evil:%201',
    '%0dX-Evil:%201',
    '\u560a\u560dX-Evil:1',
    '%E5%98%8A%E5%98%8DX-Evil:1',
  ];
  const targets = [
    ...Object.keys(api).map((name) => name.split(' ') as [string, string]),
    ['GET', '/'],
    ['GET', '/images/companies/x.png'],
    ['GET', '/assets/x.js'],
    ['GET', '/nothing'],
  ] as [string, string][];

  test.each(targets)('%s %s', async (method, path) => {
    for (const split of splits) {
      const target = Buffer.from(`${path.replace(/\{\w+\}/, split)}/${split}?q=${split}`).toString('latin1');
      for (const host of ['localhost', 'backoffice.localhost']) {
        const heard = await exchange(
          port,
          `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${split}\r\nCookie: XSRF-TOKEN=${split}; session=${split}\r\n` +
            `If-None-Match: ${split}\r\nAccept-Language: ${split}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
        );
        const [head = ''] = heard.split('\r\n\r\n');
        expect(statusesIn(heard)).toHaveLength(1);
        expect(head).not.toMatch(/x-evil/i);
        expect(head.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
      }
    }
  });
});
