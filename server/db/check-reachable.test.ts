import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { explain } from '../cli/explain.ts';
import { buildProgram } from '../cli/program.ts';
import { openShell } from '../cli/shell.ts';
import { writeLedger } from '../features/privacy/ledger-file.ts';
import { createBareDatabase } from '../testing/database.ts';
import { MAIN } from '../testing/server-process.ts';
import { checkReachable } from './check-reachable.ts';
import { migrate } from './migrate.ts';

const ROOT = join(import.meta.dirname, '../..');

let bare: Awaited<ReturnType<typeof createBareDatabase>>;
let folder: string;

beforeAll(async () => {
  bare = await createBareDatabase();
  folder = await mkdtemp(join(tmpdir(), 'parite-reach-'));
  await writeFile(join(folder, 'ledger.json'), writeLedger([]));
});
afterAll(async () => {
  await bare.drop();
  await rm(folder, { recursive: true });
});

function withUrl(change: (url: URL) => void): string {
  const url = new URL(bare.url);
  change(url);
  return url.href;
}

test('a database that answers is reachable', async () => {
  await expect(checkReachable(bare.url)).resolves.toBeUndefined();
});

test.each([
  ['a wrong password', /mot de passe de DATABASE_URL est refusé/, (url: URL) => (url.password = 'hunter2')],
  ['no password', /DATABASE_URL ne donne pas de mot de passe/, (url: URL) => (url.password = '')],
  ['an unknown user', /L’utilisateur de DATABASE_URL est refusé/, (url: URL) => (url.username = 'zoe')],
  [
    'a wrong name',
    /La base que nomme DATABASE_URL n’existe pas/,
    (url: URL) => (url.pathname = 'nulle-part'),
  ],
  ['an unknown host', /L’hôte de DATABASE_URL/, (url: URL) => (url.hostname = 'nulle-part.invalid')],
  [
    'a port without PostgreSQL',
    /n’écoute à l’hôte et au port de DATABASE_URL/,
    (url: URL) => (url.port = '1'),
  ],
  [
    'TLS where there is none',
    /DATABASE_URL demande TLS/,
    (url: URL) => (url.search = '?sslmode=verify-full'),
  ],
])('%s is reported in French, with the setting and without secrets', async (_what, sentence, change) => {
  const failed = checkReachable(withUrl(change));
  await expect(failed).rejects.toThrow(sentence);
  await expect(failed).rejects.not.toThrow(/hunter2/);
});

test('a host that accepts the connection and stays silent, or ends it, is reported too', async () => {
  const sockets: Socket[] = [];
  let isRude = false;
  const server = createServer((socket) => {
    sockets.push(socket);
    if (isRude) socket.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `postgres://a:b@127.0.0.1:${port}/a`;
  await expect(checkReachable(url, 300)).rejects.toThrow(/L’hôte de DATABASE_URL ne répond pas à temps/);
  isRude = true;
  await expect(checkReachable(url)).rejects.toThrow(/au port de DATABASE_URL, mais coupe la connexion/);
  for (const socket of sockets) socket.destroy();
  server.close();
});

test.each(['CREATE', 'ALL'])('a database whose owner kept %s is reported too', async (right) => {
  const others = await createBareDatabase();
  const client = new pg.Client({ connectionString: others.url });
  await client.connect();
  await client.query(`REVOKE ${right} ON SCHEMA public FROM pg_database_owner, PUBLIC`);
  await client.end();
  await expect(migrate(others.url)).rejects.toThrow(/L’utilisateur de DATABASE_URL ne peut pas écrire/);
  await others.drop();
});

const wrongName = () =>
  withUrl((url) => {
    url.pathname = 'nulle-part';
  });

test.each([
  ['create-admin a@b.fr Zoé'],
  ['company add Quais --site https://quais.fr'],
  ['user invite a@b.fr Zoé --company Quais'],
  [`article import ${join(ROOT, 'content/articles')}`],
  [`rates import ${join(ROOT, 'server/seed/data/mid-rates.json')}`],
  ['leads export'],
  ['subscriptions export'],
  ['privacy export a@b.fr'],
  ['privacy erase a@b.fr --yes'],
  ['privacy ledger'],
  ['privacy replay LEDGER'],
  ['backup'],
  ['restore -'],
])('the command %s reports it', async (line) => {
  const args = line.replace('LEDGER', join(folder, 'ledger.json')).split(' ');
  const env = { DATABASE_URL: wrongName(), SECRET: 'of-a-test-and-of-nothing-else-0123456789' };
  const shell = { ...openShell(process), env };
  const failed = buildProgram(shell).parseAsync(args, { from: 'user' });
  expect(explain(await failed.catch((error: unknown) => error))).toEqual({
    sentences: ['La base que nomme DATABASE_URL n’existe pas. Créez-la, ou corrigez son nom.'],
    exitCode: 1,
  });
});

test('the start reports it', async () => {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: wrongName(),
      SECRET: 'of-a-test-and-of-nothing-else-0123456789',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said = text(child.stderr);
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(await said).toContain('\n  - La base que nomme DATABASE_URL n’existe pas');
});
