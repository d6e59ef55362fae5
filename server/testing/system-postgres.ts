/** PostgreSQL of the system's packages with its pg_dump, as DATABASE_URL names one in production. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { appendFile, chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findLauncher, type Launcher } from '../db/embedded/launcher.ts';
import { startPostmaster, stopOrphan } from '../db/embedded/postmaster.ts';
import { findFreePort } from '../process/free-port.ts';
import { SHIFT_CLOCK, SHIFT_SETTING } from './clock/shift-postgres.ts';
import { reapCluster } from './reaper.ts';

const OLDEST = 15;
/** Installed, or taken out of its packages (scripts/tools.mjs), with the libraries that came with it. */
const KEPT = join(import.meta.dirname, '../../node_modules/.cache/tools');
const PLACES = [
  { folder: '/usr/lib/postgresql', libraries: '' },
  {
    folder: join(KEPT, 'usr/lib/postgresql'),
    libraries: `${KEPT}/usr/lib/${machine()}:${KEPT}/lib/${machine()}`,
  },
];

export interface Programs {
  folder: string;
  /** environment that the programs need */
  env: { PATH: string; LD_LIBRARY_PATH?: string };
}

export interface SystemPostgres {
  /** An empty database, as an ordinary role that may make others. */
  url: string;
  stop(): Promise<void>;
}

/** Newest version that runs. null: none. */
export function findSystemPostgres(): Programs | null {
  const found = PLACES.flatMap(({ folder, libraries }) => {
    const versions = existsSync(folder) ? readdirSync(folder).map(Number) : [];
    return versions
      .filter((version) => version >= OLDEST)
      .sort((a, b) => b - a)
      .map((version) => programsOf(join(folder, String(version), 'bin'), libraries));
  });
  return found.find(runs) ?? null;
}

function programsOf(folder: string, libraries: string): Programs {
  const PATH = `${folder}:/usr/bin:/bin`;
  return { folder, env: libraries === '' ? { PATH } : { PATH, LD_LIBRARY_PATH: libraries } };
}

function runs({ folder, env }: Programs): boolean {
  return ['initdb', 'postgres', 'pg_dump'].every(
    (name) => spawnSync(join(folder, name), ['--version'], { env }).status === 0,
  );
}

/** Name of the architecture in Debian's paths. */
function machine(): string {
  return process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu';
}

export async function startSystemPostgres(programs: Programs): Promise<SystemPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'parite-system-'));
  await chmod(folder, 0o711);
  const data = await mkdtemp(join(folder, 'data-'));
  const program = join(programs.folder, 'postgres');
  const found = await findLauncher(data, null, program);
  const launcher: Launcher = {
    ...found,
    spawn: (file, args, options) =>
      found.spawn(file, args, { ...options, env: { ...programs.env, LC_ALL: 'C' } }),
  };
  if (launcher.owner) await chown(data, launcher.owner.uid, launcher.owner.gid);
  const initdb = launcher.spawn(
    join(programs.folder, 'initdb'),
    ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  await new Promise<void>((done, fail) => {
    initdb.once('exit', (code) => (code === 0 ? done() : fail(new Error(`initdb ended with ${code}`))));
    initdb.once('error', fail);
  });
  // requires the password of the address below, which pg_dump must find
  await writeFile(
    join(data, 'pg_hba.conf'),
    'host all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n',
  );
  await appendFile(join(data, 'postgresql.conf'), SHIFT_SETTING);
  const port = await findFreePort();
  reapCluster(data);
  await startPostmaster({ launcher, program, folder: data, logFile: join(folder, 'postgres.log'), port });
  for (const database of ['template1', 'postgres']) {
    const own = new pg.Client({ connectionString: `postgres://postgres@127.0.0.1:${port}/${database}` });
    await own.connect();
    await own.query(SHIFT_CLOCK.join(';'));
    await own.end();
  }
  const client = new pg.Client({ connectionString: `postgres://postgres@127.0.0.1:${port}/postgres` });
  await client.connect();
  await client.query(`CREATE ROLE parite LOGIN CREATEDB PASSWORD 'mot de passe'`);
  await client.query('CREATE DATABASE parite OWNER parite');
  await client.end();
  return {
    url: `postgres://parite:mot%20de%20passe@127.0.0.1:${port}/parite`,
    async stop() {
      await stopOrphan(data);
      await rm(folder, { recursive: true });
    },
  };
}
