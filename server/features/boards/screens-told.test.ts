import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import type { Board } from '#domain/boards/board.ts';
import { Changes } from '../../book/changes.ts';
import type { Followed } from '../../book/follow.ts';
import { openScreens } from './screens.ts';

const SOON = { timeout: 30_000, interval: 10 };
const NEVER = 3_600_000;
const ALL: Followed = { version: 1, isAll: true, changes: new Changes() };

type Found = { companyId: number; board: Board };
let app: FastifyInstance;
afterEach(() => app.close());

const found = (address: string): Found => ({
  companyId: 1,
  board: {
    company: 'Quais',
    logo: null,
    address,
    fees: '',
    at: new Date().toISOString(),
    published_at: null,
    rows: [],
  },
});

/** One screen, whose board shows the address that was read last. */
async function openOne(read: () => Promise<Found | null>, beatEvery: number) {
  const listeners = new Set<(followed: Followed) => void>();
  const onChange = (listener: (followed: Followed) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  app = Fastify();
  const screens = openScreens(app, { book: { onChange }, read, beatEvery });
  app.get('/', (request, reply) => screens.answer(request, reply, { secret: '', ...found('before') }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const request = get({
    host: '127.0.0.1',
    port,
    headers: { accept: 'text/event-stream' },
    agent: false,
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let text = '';
  response.setEncoding('utf8').on('data', (part) => {
    text += part;
  });
  const addresses = () => [...text.matchAll(/"address":"(.*?)"/g)].map(([, address]) => address);
  const change = () => {
    for (const listener of listeners) listener(ALL);
  };
  return { addresses, change };
}

test('a change unreadable at publication is sent once as soon as it can be read', async () => {
  const read = vi.fn(async () => found('before'));
  const screen = await openOne(read, 10);
  await vi.waitFor(() => expect(read).toHaveBeenCalled(), SOON);
  read.mockRejectedValue(new Error('away'));
  screen.change();
  const count = read.mock.calls.length;
  await vi.waitFor(() => expect(read.mock.calls.length).toBeGreaterThan(count + 2), SOON);
  expect(screen.addresses()).toEqual(['before']);
  read.mockResolvedValue(found('after'));
  await vi.waitFor(() => expect(screen.addresses()).toEqual(['before', 'after']), SOON);
  const told = read.mock.calls.length;
  await vi.waitFor(() => expect(read.mock.calls.length).toBeGreaterThan(told + 2), SOON);
  expect(screen.addresses()).toEqual(['before', 'after']);
});

test('of two changes the older one is never sent last', async () => {
  const readings: PromiseWithResolvers<Found>[] = [];
  const screen = await openOne(() => {
    const reading = Promise.withResolvers<Found>();
    readings.push(reading);
    return reading.promise;
  }, NEVER);
  await vi.waitFor(() => expect(readings).toHaveLength(1), SOON);
  // two that come while one is read are one reading, after it
  screen.change();
  screen.change();
  expect(readings).toHaveLength(1);
  readings[0]?.resolve(found('older'));
  await vi.waitFor(() => expect(readings).toHaveLength(2), SOON);
  readings[1]?.resolve(found('newer'));
  await vi.waitFor(() => expect(screen.addresses()).toEqual(['before', 'older', 'newer']), SOON);
  expect(readings).toHaveLength(2);
});
