import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../server/free-port.ts';
import { ecbXml, openPublisher, type Publisher } from '../server/testing/feed.ts';
import { endServer, startServer } from '../server/testing/server-process.ts';
import { readCompose, type Service } from './testing/compose.ts';
import { FILLED } from './testing/filled-env.ts';
import { type GivenPostgres, startGivenPostgres } from './testing/given-postgres.ts';

let folder: string;
let publisher: Publisher;
let services: Record<string, Service>;
let database: GivenPostgres;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parite-install-'));
  await chmod(folder, 0o711);
  publisher = await openPublisher();
  publisher.publish(ecbXml('2026-09-29', { USD: '1.136' }));
  ({ services } = readCompose({ ...FILLED, RATES_FEED_URL: publisher.url() }));
  database = await startGivenPostgres(folder, services.database ?? { environment: {} });
});
afterAll(async () => {
  await database?.stop();
  await publisher.close();
  await rm(folder, { recursive: true, force: true });
});

test('the database of compose.yaml begins, in UTF-8, sorted alike on every machine, its pages checked', async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(`
    SELECT pg_encoding_to_char(encoding) AS encoding, datlocprovider AS provider, datlocale AS locale,
      current_setting('data_checksums') AS checksums
    FROM pg_database WHERE datname = current_database()`);
  await client.end();
  expect(rows).toEqual([{ encoding: 'UTF8', provider: 'b', locale: 'C.UTF-8', checksums: 'on' }]);
});

test('its log tells what went wrong, and never with which values', async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `CREATE TABLE boxes (mail text PRIMARY KEY); INSERT INTO boxes VALUES ('marie@exemple.fr')`,
  );
  await expect(client.query(`INSERT INTO boxes VALUES ('marie@exemple.fr')`)).rejects.toThrow('boxes_pkey');
  await client.query('DROP TABLE boxes');
  await client.end();
  const log = await readFile(join(folder, 'postgres.log'), 'utf8');
  expect(log).toContain('boxes_pkey');
  expect(log).not.toContain('marie');
});

test('an instance starts on it with the environment that stands there', async () => {
  const { DATABASE_URL = '', METRICS_PORT, ...environment } = services.app1?.environment ?? {};
  expect(DATABASE_URL).toContain('@database:5432/');
  expect(METRICS_PORT).toBe('9464');
  const metricsPort = String(await findFreePort());
  const { child, url } = await startServer({
    ...environment,
    NODE_ENV: 'production',
    DATA_DIR: folder,
    // the services are on one machine here
    DATABASE_URL: DATABASE_URL.replace('@database:5432/', `@127.0.0.1:${database.port}/`),
    METRICS_PORT: metricsPort,
  });
  const inPublic = await fetch(`${url}/readyz`);
  expect([inPublic.status, await inPublic.json()]).toEqual([200, { status: 'ready' }]);
  const inside = await fetch(`http://127.0.0.1:${metricsPort}/readyz`);
  expect([inside.status, await inside.json()]).toMatchObject([
    200,
    { parts: { database: 'ok', rate_book: 'live' } },
  ]);
  expect(await endServer(child)).toBe(0);
});
