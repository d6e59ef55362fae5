// Duration: two instances behind Caddy, of which one is frozen and replaced.
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findFreePort } from '../server/process/free-port.ts';
import type { TestDatabase } from '../server/testing/database.ts';
import { createSeededDatabase } from '../server/testing/seeded.ts';
import { endServer, type ServerProcess, startServer } from '../server/testing/server-process.ts';
import { findTool } from '../server/testing/tools.ts';
import { adaptCaddyfile, BACKOFFICE_HOST, Caddy, PUBLIC_HOST } from './testing/caddy.ts';
import { ROOT, readCompose } from './testing/compose.ts';
import { FILLED } from './testing/filled-env.ts';

// A real Caddy with the Caddyfile of deploy/caddy, in front of two real instances.

const program = findTool('caddy') ?? '';
const RATE_LIMIT = 20;
const OFFERS = JSON.stringify({ offer: { currency: 'EUR', amount: 500 }, wish: { currency: 'USD' } });
const MARK = 'jeanne.marquee';

type Instance = ServerProcess & { metricsPort: number };

let folder: string;
let database: TestDatabase;
let instances: Instance[] = [];
let caddy: Caddy;
/** The Caddyfile as compose.yaml has it read. */
let adapted: string;

async function startInstance(): Promise<Instance> {
  const metricsPort = await findFreePort();
  const server = await startServer({
    ...readCompose({ ...FILLED, RATE_LIMIT: String(RATE_LIMIT) }).services.app1?.environment,
    // the services are on one machine here, without the network
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    METRICS_PORT: String(metricsPort),
    RATES_FEED_URL: '',
    PUBLIC_HOST,
    BACKOFFICE_HOST,
    DEMO: 'on',
  });
  return { ...server, metricsPort };
}

/** Comparisons that each instance has answered, one way or the other. */
function countComparisons(): Promise<number[]> {
  return Promise.all(
    instances.map(async ({ metricsPort }) => {
      const told = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      const counts = told.matchAll(/_count\{route="\/api\/public\/offers"[^}]*\} (\d+)/g);
      return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
    }),
  );
}

const compare = (from: string, headers: Record<string, string> = {}) =>
  caddy.ask({ path: '/api/public/offers', body: OFFERS, from, headers });

/** Names, addresses and texts that no log may hold, asked for and not found there. */
async function expectUnlogged(): Promise<void> {
  const marked = {
    from: '127.0.0.77',
    headers: {
      cookie: `session=${MARK}`,
      user: MARK,
      'user-agent': MARK,
      authorization: MARK,
      referer: MARK,
    },
  };
  await caddy.ask({ ...marked, path: `/${MARK}?mail=${MARK}@secret.example` });
  await caddy.ask({
    ...marked,
    path: `/api/objects/${MARK}@secret.example?q=${MARK}`,
    host: BACKOFFICE_HOST,
  });
  await caddy.ask({ ...marked, path: '/api/public/leads', body: JSON.stringify({ email: MARK }) });
  await vi.waitFor(() => expect(caddy.logged()).toContain('"uri":"/api/public/leads"'), 30_000);
  for (const said of [MARK, '127.0.0.77', 'secret.example', OFFERS])
    expect(caddy.logged()).not.toContain(said);
}

describe.runIf(program)('behind Caddy', () => {
  beforeAll(async () => {
    adapted = await adaptCaddyfile(program, readCompose(FILLED).services.proxy?.environment ?? {});
    folder = await mkdtemp(join(tmpdir(), 'parite-proxy-'));
    database = await createSeededDatabase();
    instances = await Promise.all([startInstance(), startInstance()]);
    caddy = await Caddy.start(
      program,
      folder,
      instances.map(({ port }) => `127.0.0.1:${port}`),
    );
  });
  afterAll(async () => {
    await caddy?.stop();
    await Promise.all(instances.map(({ child }) => endServer(child, 'SIGKILL')));
    await database.close();
    await rm(folder, { recursive: true });
  });

  test('the Caddyfile leads both hosts of .env to the instances of compose.yaml', async () => {
    const { services } = readCompose(FILLED);
    const hosts = [...adapted.matchAll(/"match":\[\{"host":(\[[^\]]*\])/g)].map(([, list = '']) =>
      JSON.parse(list),
    );
    expect(hosts[0]).toEqual(['parite.example', 'bureaux.parite.example']);
    const port = /\bPORT=(\d+)/.exec(await readFile(join(ROOT, 'Dockerfile'), 'utf8'))?.[1];
    const apps = Object.keys(services).filter((name) => /^app\d$/.test(name));
    const dialled = [...adapted.matchAll(/"dial":"([^"]*)"/g)].map(([, address]) => address);
    expect(dialled).toEqual(apps.map((name) => `${name}:${port}`));
  });

  test('each host has its own pages and calls', async () => {
    expect((await caddy.ask({ path: '/api/public/currencies' })).status).toBe(200);
    expect((await caddy.ask({ path: '/api/public/currencies', host: BACKOFFICE_HOST })).status).toBe(404);
    expect((await caddy.ask({ path: '/api/me', host: BACKOFFICE_HOST })).status).toBe(401);
    expect((await caddy.ask({ path: '/metrics' })).status).toBe(404);
    expect((await caddy.ask({ path: '/readyz' })).text).toBe('{"status":"ready"}');
  });

  test('RATE_LIMIT is what one address may ask, whatever it sends, and others ask on', async () => {
    const before = await countComparisons();
    const statuses: number[] = [];
    for (let i = 0; i <= RATE_LIMIT; i++) {
      const forged = { 'x-network': `${i}`, 'x-forwarded-for': `198.51.100.${i}` };
      statuses.push((await compare('127.0.0.11', forged)).status);
    }
    expect(statuses).toEqual([...Array(RATE_LIMIT).fill(200), 429]);
    const asked = (await countComparisons()).map((count, i) => count - (before[i] ?? 0));
    expect(asked.filter((count) => count > 0)).toEqual([RATE_LIMIT + 1]);
    for (let i = 20; i < 50; i++) expect((await compare(`127.0.0.${i}`)).status).toBe(200);
    const busy = (await countComparisons()).filter((count) => count > 0);
    expect(busy).toHaveLength(2);
  });

  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1'],
    ['2001:db8:1::6', '2001:db8:1'],
    ['2001:db8:1:2::', '2001:db8:1'],
    // one network, with its zeros and without
    ['2001:db8::6', '2001:db8:'],
    ['2001:db8:0:0:1::', '2001:db8:'],
    ['2001:db8:0:7:1:2:3:4', '2001:db8:'],
    ['fe80::1', 'fe80::1'],
    ['::1', '::1'],
  ])('the network of %s is %s', (address, network) => {
    const [, replacement = '', pattern = ''] =
      /"X-Network":\[\{"replace":"([^"]*)","search_regexp":"([^"]*)"/.exec(adapted) ?? [];
    expect(pattern).not.toBe('');
    // Go's regular expressions and these are the same for so simple a one
    expect(address.replace(new RegExp(pattern), replacement)).toBe(network);
  });

  test('what a visitor breaks off, or makes wait, has no instance left out for the others', async () => {
    const head = `HTTP/1.1\r\nHost: ${PUBLIC_HOST}\r\nConnection: close\r\n`;
    const chunks = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n';
    for (let i = 0; i < 6; i++) {
      await caddy.send(`CONNECT /x ${head}\r\n`);
      await caddy.send(`POST /api/public/offers ${head}${chunks}\r\nZZZ\r\n`);
      expect((await caddy.ask({ path: '/api/public/currencies', from: `127.0.0.${70 + i}` })).status).toBe(
        200,
      );
    }
    const lock = database.db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE subscriptions IN ACCESS EXCLUSIVE MODE`.execute(trx);
      const body = JSON.stringify({ email: 'a@exemple.fr', type: 'newsletter' });
      const from = (i: number) => ({ path: '/api/public/save/email', body, from: `127.0.0.${80 + i}` });
      const late = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((i) => caddy.ask(from(i))));
      expect(late.map(({ status }) => status)).not.toContain(201);
      for (let i = 0; i < 8; i++) expect((await compare(`127.0.0.${90 + i}`)).status).toBe(200);
    });
    await lock;
  });

  test('a frozen instance costs a visitor a moment: a page comes from another one, what was sent is answered', async () => {
    const from = '127.0.0.60';
    const before = await countComparisons();
    expect((await compare(from)).status).toBe(200);
    const at = (await countComparisons()).findIndex((count, i) => count > (before[i] ?? 0));
    const frozen = instances[at]?.child;
    frozen?.kill('SIGSTOP');
    const [page, sent] = await Promise.all([
      caddy.ask({ path: '/api/public/currencies', from }),
      caddy.ask({ path: '/api/public/leads', body: '{}', from }),
    ]);
    expect(page.status).toBe(200);
    // given up, unless a probe had found the frozen instance out before this was sent
    expect([
      [504, 'no_answer'],
      [400, 'invalid_body'],
    ]).toContainEqual([sent.status, JSON.parse(sent.text).code]);
    await vi.waitFor(async () => expect((await compare(from)).status).toBe(200), 30_000);
    frozen?.kill('SIGCONT');
    await vi.waitFor(async () => {
      const counts = await countComparisons();
      expect((await compare(from)).status).toBe(200);
      expect((await countComparisons())[at]).toBeGreaterThan(counts[at] ?? 0);
    }, 30_000);
  });

  test('its log knows no address, header or value of what was answered', () => expectUnlogged());

  test('a changed Caddyfile is read again: git puts another file in its place', async () => {
    const path = join(caddy.folder, 'Caddyfile');
    const changed = (await readFile(path, 'utf8')).replace(
      'header -Server',
      'header -Server\n\theader X-Changed yes',
    );
    await writeFile(`${path}.new`, changed);
    await rename(`${path}.new`, path);
    expect((await caddy.ask({ path: '/healthz' })).headers).not.toHaveProperty('x-changed');
    await caddy.reload();
    expect((await caddy.ask({ path: '/healthz' })).headers).toHaveProperty('x-changed', 'yes');
    // the folder is mounted: a file that is mounted stays the one it was
    expect(readCompose(FILLED).services.proxy?.volumes).toContain('./deploy/caddy:/etc/caddy:ro');
  });
});

describe.runIf(program)('behind Caddy, without any instance', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parite-proxy-'));
    const ports = [await findFreePort(), await findFreePort()];
    caddy = await Caddy.start(
      program,
      folder,
      ports.map((port) => `127.0.0.1:${port}`),
      { awaited: 503 },
    );
  });
  afterAll(async () => {
    await caddy?.stop();
    await rm(folder, { recursive: true });
  });

  test('a page of the house comes at once, and a call says so in French', async () => {
    for (const host of [PUBLIC_HOST, BACKOFFICE_HOST]) {
      const page = await caddy.ask({ path: '/', host });
      expect(page.status).toBe(503);
      expect(page.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'retry-after': '5',
        'strict-transport-security': expect.any(String),
      });
      expect(page.headers).not.toHaveProperty('server');
      expect(page.text).toContain('<html lang="fr">');
      expect(page.text).toContain('Parité revient dans un instant');
      // it loads nothing from the instances, which do not answer
      expect(page.text).not.toMatch(/\b(src|href)=|\burl\((?!"data:font)|@import/);
      expect(page.headers['content-security-policy']).toContain('font-src data:');
      for (const part of ['style', 'script']) {
        const [, inline = ''] = new RegExp(`<${part}>(.*?)</${part}>`, 's').exec(page.text) ?? [];
        const hash = createHash('sha256').update(inline).digest('base64');
        expect(page.headers['content-security-policy']).toContain(`${part}-src 'sha256-${hash}'`);
      }
      const call = await caddy.ask({ path: '/api/public/offers', body: OFFERS, host });
      expect([call.status, JSON.parse(call.text)]).toEqual([
        503,
        { message: expect.stringMatching(/^Le service est indisponible/), code: 'unavailable' },
      ]);
    }
  });

  test('counts what it could not pass on, on its own port', async () => {
    const count = async () =>
      [...(await caddy.scrape()).matchAll(/^caddy_http_request_errors_total\{.*\} (\d+)$/gm)].reduce(
        (sum, [, value]) => sum + Number(value),
        0,
      );
    const before = await count();
    await caddy.ask({ path: '/api/public/offers', body: OFFERS });
    expect(await count()).toBeGreaterThan(before);
    expect(await caddy.scrape()).toMatch(/^caddy_http_requests_total\{/m);
  });

  test('its log knows no address, header or value of what failed', () => expectUnlogged());
});
