// Duration: every call, right and wrong, to a process whose database is killed.
import { mkdtempSync, openSync } from 'node:fs';
import { chmod, readdir, readFile, rm } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import fc, { type Arbitrary } from 'fast-check';
import type { TSchema } from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, type CallName } from '#domain/api.ts';
import { isAnyAllowed } from '#domain/iam/scopes.ts';
import { findProcesses, readPidFile } from '../db/embedded/postmaster.ts';
import { agentScopes } from '../seed/scopes.ts';
import { validOf } from '../testing/arbitraries.ts';
import { endServer, type ServerProcess, startServer } from '../testing/server-process.ts';
import { exchange } from '../testing/wire.ts';

// Every call of domain/api.ts with values that are known again wherever they are written: the real server, the
// PostgreSQL that it starts, and all that both write into their logs. A call that is added is sent too.

const WORD = 'zqxjv';
const DIGITS = '9876543219';
const NETWORK = '198.51.100.';
const MARKS = new RegExp(`${WORD}|${DIGITS}|${NETWORK.replaceAll('.', '\\.')}`, 'i');
const HOSTS = { public: 'localhost', backoffice: 'backoffice.localhost' } as const;
const PASSWORD = 'parite-demo-2026';
const SAMPLES = 2;

type Row = { body?: TSchema; query?: TSchema; params?: TSchema; upload?: { types: readonly string[] } };
type Actor = 'agent' | 'root';
type Sent = { host: keyof typeof HOSTS; method: string; cookie?: string; type?: string; body?: string };

const one = fc.constantFrom;
/** What passes and what nearly does, by the name of its field; none of it is of the two who are logged in. */
const known: Record<string, Arbitrary<unknown>> = {
  code: one('USD', 'GBP'),
  currency: one('USD', 'EUR'),
  base: one('EUR'),
  amount: one(500),
  purchase: one(1.17),
  sale: one(1.105),
  updated_at: one(undefined),
  site: one(`https://${WORD}.example`, `https://${WORD}-2.example`, `ftp://${WORD}`),
  email: one(`${WORD}@exemple.fr`, `${WORD.toUpperCase()}@exemple.fr `, `${WORD}@`),
  mail: one(`${WORD}@exemple.fr`, `${WORD}2@exemple.fr`),
  username: one(`${WORD}@exemple.fr`, WORD),
  password: one(`${WORD} girafes au marché`, WORD),
  token: one(`12.${WORD.padEnd(43, 'A')}`, WORD),
  phone: one(`+33 ${DIGITS}`, DIGITS, WORD),
  name: one(`${WORD} Un`, `${WORD} Deux`),
  surname: one(WORD),
  q: one(WORD),
  company: one(WORD),
  company_id: one(2, null, 999_999),
  scopes: one([], ['fixings.list.me'], [WORD]),
  id: one(9, 10, '9', 'user-9', WORD),
  before: one(10),
  page: one(1, 2),
};

const folder = mkdtempSync(join(tmpdir(), 'parite-logs-'));
const connections = new http.Agent({ keepAlive: true });
const cookies = {} as Record<Actor, string>;
let server: ServerProcess;

beforeAll(async () => {
  // PostgreSQL runs as another user when root runs the tests
  await chmod(folder, 0o711);
  const settings = { NODE_ENV: 'production', TRUST_PROXY: 'on', RATE_LIMIT: '999999999', DEMO: 'on' };
  server = await startServer(
    { ...settings, DATA_DIR: folder, DATABASE_URL: '', SECRET: '', SMTP_URL: '' },
    { output: openSync(join(folder, 'server.log'), 'a') },
  );
  for (const actor of ['agent', 'root'] as const) cookies[actor] = await logIn(`${actor}@parite.example`);
}, 120_000);
afterAll(async () => {
  connections.destroy();
  await endServer(server.child);
  await rm(folder, { recursive: true });
});

const XSRF = 'A'.repeat(43);
/** Whatever a browser, a proxy or an attacker sends beside is marked too. */
const headersOf = (host: string, cookie: string) => ({
  host,
  cookie: `${cookie}; XSRF-TOKEN=${XSRF}; autre=${WORD}`,
  'x-xsrf-token': XSRF,
  'x-forwarded-for': `${NETWORK}${Math.floor(Math.random() * 250)}`,
  'user-agent': WORD,
  referer: `https://${WORD}.example/?${WORD}`,
  user: encodeURIComponent(JSON.stringify({ mail: `${WORD}@exemple.fr` })),
  authorization: `Bearer ${WORD}`,
});

async function send(path: string, sent: Sent): Promise<http.IncomingMessage> {
  const { host, method, cookie = '', type = 'application/json', body = '' } = sent;
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
  const headers = { ...headersOf(HOSTS[host], cookie), ...(method === 'POST' && { 'content-type': type }) };
  const request = http.request({
    agent: connections,
    host: '127.0.0.1',
    port: server.port,
    method,
    path,
    headers,
  });
  request
    .once('response', resolve)
    .once('error', reject)
    .end(method === 'POST' ? body : undefined);
  const answer = await promise;
  await text(answer);
  return answer;
}

async function logIn(username: string): Promise<string> {
  const body = JSON.stringify({ username, password: PASSWORD });
  const { statusCode, headers } = await send('/api/login', { host: 'backoffice', method: 'POST', body });
  expect(statusCode).toBe(200);
  return (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
}

const names = Object.keys(api) as CallName[];
async function sendCall(name: CallName): Promise<void> {
  const [method = '', path = ''] = name.split(' ');
  const { host, needs } = api[name];
  const call = api[name] as Row;
  const agentMay = typeof needs !== 'string' && isAnyAllowed(needs, agentScopes.join(','));
  const cookie = needs === 'nothing' ? '' : cookies[agentMay ? 'agent' : 'root'];
  const type = call.upload?.types[0] ?? 'application/json';
  const sampled = (schema: TSchema | undefined): unknown[] =>
    schema ? fc.sample(validOf(schema, known), { numRuns: SAMPLES, seed: 7 }) : Array(SAMPLES).fill({});
  const [bodies, queries, params] = [call.body, call.query, call.params].map(sampled);
  const statuses: (number | undefined)[] = [];
  for (let n = 0; n < SAMPLES; n += 1) {
    const url = fill(path, params?.[n]) + queryOf(queries?.[n]);
    for (const body of bodiesOf(call, bodies?.[n])) {
      statuses.push((await send(url, { host, method, cookie, type, body })).statusCode);
    }
  }
  expect(
    statuses.filter((status) => status === undefined || status >= 500),
    name,
  ).toEqual([]);
}

/** As it is, twice, so that what may be there once is there already; marked everywhere; and broken. */
function bodiesOf(call: Row, body: unknown): string[] {
  if (call.upload) return [WORD];
  if (!call.body) return [''];
  const json = JSON.stringify(body);
  return [json, json, json.replace(/(?<=:)"[^"]*"/g, `"${WORD}"`), `${json.slice(0, -1)},"${WORD}":`];
}

function fill(path: string, params: unknown): string {
  return path.replace(/\{(\w+)\}/g, (_all, key: string) => encode((params as Record<string, unknown>)[key]));
}

/** With one field more than the call knows. */
function queryOf(query: unknown): string {
  const pairs = Object.entries({ ...(query as object), autre: WORD });
  return `?${pairs.map(([key, value]) => `${encode(key)}=${encode(value)}`).join('&')}`;
}

function encode(value: unknown): string {
  return encodeURIComponent(String(value).toWellFormed());
}

async function sendNoCalls(): Promise<void> {
  for (const path of [`/${WORD}`, `/api/${WORD}?${WORD}=${WORD}`, `/%${WORD}`, `/images/${WORD}.png`]) {
    for (const host of ['public', 'backoffice'] as const) {
      for (const method of ['GET', 'POST', 'DELETE']) await send(path, { host, method, body: WORD });
    }
  }
  for (const bytes of [
    `${WORD}\r\n\r\n`,
    `GET /${WORD} HTTP/1.1\r\nHost: ${WORD}\r\n${WORD}\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: localhost\r\nX-${WORD}: ${WORD.repeat(10_000)}\r\n\r\n`,
  ]) {
    await exchange(server.port, bytes);
  }
}

async function killDatabaseUnderCalls(): Promise<void> {
  const body = JSON.stringify({ email: `${WORD}@exemple.fr`, type: 'newsletter' });
  const subscribe = async () =>
    (await send('/api/public/save/email', { host: 'public', method: 'POST', body })).statusCode;
  const asked = Array.from({ length: 30 }, subscribe);
  const cluster = join(folder, 'postgres');
  const postmaster = (await readPidFile(cluster))?.pid;
  const [backend] = (await findProcesses(cluster)).filter((pid) => pid !== postmaster);
  if (!backend) throw new Error('no backend of PostgreSQL');
  // PostgreSQL ends all the others with it, and starts anew
  process.kill(backend, 'SIGKILL');
  const statuses = await Promise.all([...asked, ...Array.from({ length: 10 }, subscribe)]);
  expect(statuses).toContain(503);
  for (const status of statuses) expect([201, 503]).toContain(status);
  await expect.poll(subscribe, { timeout: 100_000 }).toBe(201);
}

test('nothing of any call, of what is no call, or of a database that dies under them stands in a log', async () => {
  for (const name of names) await sendCall(name);
  await sendNoCalls();
  await killDatabaseUnderCalls();
  expect(await endServer(server.child)).toBe(0);
  const written = await readFile(join(folder, 'server.log'), 'utf8');
  const logs = (await readdir(folder)).filter((name) => name.startsWith('postgres.log'));
  const database = (await Promise.all(logs.map((name) => readFile(join(folder, name), 'utf8')))).join('');

  // they do tell of what was sent
  for (const name of names) {
    const route = name.split(' ')[1]?.replace(/\{(\w+)\}/g, ':$1') ?? '';
    expect(written, name).toContain(`"route":"${route}"`);
  }
  expect(database).toContain('was terminated by signal 9');
  expect(written).toContain('"msg":"the database is away"');
  // and of nobody
  expect(linesWith(MARKS, written)).toEqual([]);
  expect(linesWith(MARKS, database)).toEqual([]);
  expect(linesWith(/DETAIL:|STATEMENT:|CONTEXT:/, database)).toEqual([]);
  // a mail that is taken is found without an error of PostgreSQL
  expect(linesWith(/users_mail_key|subscriptions_email/, database)).toEqual([]);
}, 240_000);

function linesWith(pattern: RegExp, log: string): string[] {
  return log.split('\n').filter((line) => pattern.test(line));
}
