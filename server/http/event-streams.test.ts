import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { registerErrors } from './errors.ts';
import { type EventStreams, openEventStreams } from './event-streams.ts';
import type { CallRequest } from './route.ts';
import type { Session } from './session.ts';

type OfUser = CallRequest<'GET /api/me'>;

let app = Fastify();
let streams: EventStreams<string>;
/** Ids of the users whose session is open; null: the database is away. */
let open: Set<number> | null;

beforeEach(async () => {
  app = Fastify();
  registerErrors(app, readConfig({}));
  open = new Set([1, 2]);
  const sessionOf = ({ headers }: { headers: object }) =>
    ({ user: { id: Number('user' in headers && headers.user) } }) as Session;
  const look = async (request: { headers: object }) => {
    if (!open) throw new Error('away');
    const session = sessionOf(request);
    return open.has(session.user.id) ? session : null;
  };
  app.decorate('sessions', { look } as never);
  streams = openEventStreams(app, {
    beatEvery: 20,
    isStillTheirs: (_session, of) => of !== 'lost',
    tooMany: 'Trop de fenêtres.',
  });
  app.get<{ Params: { of: string } }>('/:of', (request, reply) => {
    request.session = sessionOf(request);
    return streams.open(request as unknown as OfUser, reply, request.params.of, 'first\n');
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => app.close());

async function follow(of: string, user = 1, accept = 'text/event-stream') {
  const { port } = app.server.address() as AddressInfo;
  const headers = { accept, user };
  const request = get({ host: '127.0.0.1', port, path: `/${of}`, headers, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let text = '';
  response.setEncoding('utf8').on('data', (part) => {
    text += part;
  });
  response.on('error', () => undefined);
  return {
    response,
    text: () => text.replace(/:\n\n/g, ''),
    all: () => text,
    close: () => request.destroy(),
  };
}

test('a stream begins with its first text, then has what is for it, and beats', async () => {
  const [mine, theirs] = [await follow('a'), await follow('b', 2)];
  expect(mine.response.headers['content-type']).toBe('text/event-stream; charset=utf-8');
  expect(mine.response.headers['x-accel-buffering']).toBe('no');
  streams.tell((of) => (of === 'a' ? 'told\n' : null));
  await expect.poll(mine.text).toBe('first\ntold\n');
  await expect.poll(theirs.all).toContain(':\n\n');
  expect(theirs.text()).toBe('first\n');
});

test('a program that asks for no stream gets the first text alone', async () => {
  const { text, response } = await follow('a', 1, 'application/json');
  await once(response, 'end');
  expect(text()).toBe('first\n');
});

test('a stream ends with its session and with its right, and not while the database is away', async () => {
  const [first, second] = [await follow('a', 1), await follow('a', 2)];
  open = null;
  await expect.poll(() => second.all().length).toBeGreaterThan(20);
  open = new Set([2]);
  await expect.poll(() => first.response.complete).toBe(true);
  expect(second.response.complete).toBe(false);
  const lost = await follow('lost', 2);
  await expect.poll(() => lost.response.complete).toBe(true);
});

test('a user has eight streams, and one that is closed makes room', async () => {
  const own = [];
  for (let i = 0; i < 8; i += 1) own.push(await follow('a'));
  const refused = await follow('a');
  expect(refused.response.statusCode).toBe(429);
  expect(refused.response.headers['retry-after']).toBe('60');
  await expect.poll(refused.text).toContain('Trop de fenêtres.');
  expect((await follow('a', 2)).response.statusCode).toBe(200);
  own[0]?.close();
  await expect.poll(async () => (await follow('a')).response.statusCode).toBe(200);
});

test('a stream that is not read as fast as it is told ends', async () => {
  const { response, text } = await follow('a');
  const piece = 'x'.repeat(1024 * 1024);
  for (let i = 0; i < 8; i += 1) streams.tell(() => piece);
  await expect.poll(() => response.complete).toBe(true);
  expect(text().length).toBeLessThan(8 * piece.length);
});

test('every stream ends as the process stops, and none begins', async () => {
  const { response } = await follow('a');
  await app.close();
  await expect.poll(() => response.complete).toBe(true);
});
