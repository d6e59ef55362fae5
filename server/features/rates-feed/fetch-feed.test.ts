import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPublisher, type Publisher } from '../../testing/feed.ts';
import { FeedFailure } from './feed-failure.ts';
import { fetchFeed } from './fetch-feed.ts';

let publisher: Publisher;

beforeEach(async () => {
  publisher = await openPublisher();
});
afterEach(() => publisher.close());

const never = new AbortController().signal;
const ask = (url = publisher.url(), ms = 10_000) => fetchFeed(url, { ms, signal: never });

async function failure(asked: Promise<string>): Promise<FeedFailure> {
  const error = await asked.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(FeedFailure);
  return error as FeedFailure;
}

test('a text is read, compressed or not', async () => {
  publisher.publish('{"é":1}');
  expect(await ask()).toBe('{"é":1}');
  publisher.publish(gzipSync('{"é":1}'), 200, { 'content-encoding': 'gzip' });
  expect(await ask()).toBe('{"é":1}');
});

test('credentials of the address go to its host, and not to a redirection’s', async () => {
  publisher.publish((request, response) => {
    if (request.url?.startsWith('/old')) response.writeHead(302, { location: '/new' }).end();
    else response.end('ok');
  });
  expect(await ask(publisher.url('/old?key=1', 'robot:p%40ss'))).toBe('ok');
  expect(publisher.asked).toEqual([
    { url: '/old?key=1', authorization: `Basic ${Buffer.from('robot:p@ss').toString('base64')}` },
    { url: '/new', authorization: undefined },
  ]);
});

test('an unreachable feed has a short reason, without the address', async () => {
  const url = publisher.url('/?key=s3cret', 'robot:s3cret');
  await publisher.close();
  const error = await failure(ask(url));
  expect([error.message, error.cause]).toEqual(['La source des taux ne répond pas.', 'ECONNREFUSED']);
  expect((await failure(ask('http://robot:s3cret@127.0.0.1:1/'))).cause).not.toMatch(/s3cret/);
});

test.each([404, 500, 503, 304])('an answer %d is refused with any body', async (status) => {
  publisher.publish(status === 304 ? '' : '{"date":"2026-09-29"}', status);
  expect((await failure(ask())).message).toBe(`La source des taux a répondu par une erreur (${status}).`);
});

test('a truncated answer is refused', async () => {
  publisher.publish((_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('{');
    response.socket?.end();
  });
  expect((await failure(ask())).message).toBe('La source des taux ne répond pas.');
});

test('an endless answer is cut, compressed or not', async () => {
  publisher.publish((_request, response) => {
    const timer = setInterval(() => response.write(' '.repeat(50_000)), 1);
    response.on('close', () => clearInterval(timer));
  });
  const sentence = 'La réponse de la source des taux dépasse 256 Kio.';
  expect((await failure(ask())).message).toBe(sentence);
  publisher.publish(gzipSync(' '.repeat(20_000_000)), 200, { 'content-encoding': 'gzip' });
  expect((await failure(ask())).message).toBe(sentence);
});

test('an answer that never begins, or comes byte by byte, is abandoned in time', async () => {
  publisher.publish(() => undefined);
  const sentence = 'La source des taux n’a pas répondu en 1 s.';
  expect((await failure(ask(publisher.url(), 300))).message).toBe(sentence);
  publisher.publish((_request, response) => {
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  });
  expect((await failure(ask(publisher.url(), 300))).message).toBe(sentence);
});

test.each([
  ['without end', '/again'],
  ['to a file', 'file:///etc/passwd'],
  ['to a script', 'data:application/json,{}'],
])('redirections %s', async (_where, location) => {
  publisher.publish('', 302, { location });
  expect((await failure(ask())).message).toMatch(/^La source des taux redirige trop de fois/);
  expect(publisher.asked.length).toBeLessThanOrEqual(4);
});

test('an abort by the caller is reported as such, not as a failure of the feed', async () => {
  const giveUp = new AbortController();
  publisher.publish(() => giveUp.abort());
  await expect(fetchFeed(publisher.url(), { ms: 10_000, signal: giveUp.signal })).rejects.toMatchObject({
    name: 'AbortError',
  });
});
