import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { MAX_OFFERS } from '#domain/offers/limit.ts';
import { selectHistory } from '../features/history/history.queries.ts';
import { seedPast } from '../seed/past-rates.ts';
import { seedDemo } from '../seed/seed.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { openWholeReads } from './whole-reads.ts';

const at = new Date('2026-11-20T09:00:00Z');
const publicHost = 'localhost';
const AWAY = { status: 503, retryAfter: 5, message: expect.stringContaining('momentanément indisponible') };
let database: TestDatabase;
let whole: TestApp;
let internalUrl: string;

beforeAll(async () => {
  database = await createTestDatabase();
  await seedDemo(database.db, { now: at, demoPassword: 'parite-demo-2026' });
  await seedPast(database.db, at);
  whole = await startTestApp(database.url, () => at);
  await whole.book.loaded;
  internalUrl = await whole.app.listen({ port: 0, host: '127.0.0.1' });
});

afterAll(async () => {
  await whole.close();
  await database.close();
});

test('a comparing instance reads the history that a whole one has', async () => {
  const span = { from: '2026-01-01', most: 40 };
  const days = await openWholeReads({ internalUrl, publicHost }).findHistory('USD', span);
  expect(days).toHaveLength(40);
  expect(days).toEqual(await selectHistory(database.db, 'USD', span));
});

test('a comparing instance reads the logos that a whole one has, byte by byte', async () => {
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff]);
  await database.db
    .insertInto('company_logos')
    .values({ logo: 'un-01234567', png, created_at: at })
    .execute();
  const { findLogo } = openWholeReads({ internalUrl, publicHost });
  expect(await findLogo('un-01234567', '203.0.113.1')).toEqual(png);
  expect(await findLogo('nobodys-00000000', '203.0.113.1')).toBeNull();
});

test('a whole instance that does not answer is as a database that is away', async () => {
  const { findHistory } = openWholeReads({ internalUrl, publicHost: 'elsewhere.example' });
  await expect(findHistory('NOT', { from: '2026-01-01', most: 9 })).rejects.toMatchObject(AWAY);
  const nobody = openWholeReads({ internalUrl: 'http://127.0.0.1:9', publicHost });
  await expect(nobody.findHistory('USD', { from: '2026-01-01', most: 9 })).rejects.toMatchObject(AWAY);
  await expect(nobody.findLogo('un-01234567', '203.0.113.1')).rejects.toMatchObject(AWAY);
});

test('logos are read fifty at once for a network; a broken answer is none, and leaves its place to another', async () => {
  const held: ServerResponse[] = [];
  const server = createServer((_request, response) => void held.push(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { findLogo } = openWholeReads({ internalUrl: `http://127.0.0.1:${port}`, publicHost });
  const reads = Array.from({ length: MAX_OFFERS }, () => findLogo('un-01234567', '203.0.113.1'));
  await expect(findLogo('un-01234567', '203.0.113.1')).rejects.toMatchObject(AWAY);
  const other = findLogo('un-01234567', '203.0.113.2');
  await vi.waitFor(() => expect(held).toHaveLength(MAX_OFFERS + 1), { timeout: 30_000 });
  for (const [i, response] of held.entries()) {
    if (i > 0) response.end('png');
    else response.writeHead(200, { 'content-length': 9 }).write('png', () => response.destroy());
  }
  const ended = await Promise.allSettled([...reads, other]);
  expect(ended.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: AWAY }]);
  const again = findLogo('un-01234567', '203.0.113.1');
  await vi.waitFor(() => expect(held).toHaveLength(MAX_OFFERS + 2), { timeout: 30_000 });
  held.at(-1)?.writeHead(500).end();
  await expect(again).rejects.toMatchObject(AWAY);
  server.close();
});
