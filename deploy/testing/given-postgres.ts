/** The service `database` of compose.yaml, by the PostgreSQL of the embedded package instead of the image's. */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { appendFile, chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { findBinaries } from '../../server/db/embedded/binaries.ts';
import { findLauncher, type Launcher } from '../../server/db/embedded/launcher.ts';
import { startPostmaster, stopOrphan } from '../../server/db/embedded/postmaster.ts';
import { findFreePort } from '../../server/process/free-port.ts';
import { reapCluster } from '../../server/testing/reaper.ts';
import { findSystemPostgres } from '../../server/testing/system-postgres.ts';
import type { Service } from './compose.ts';

const SCRIPTS = join(import.meta.dirname, '../postgres');

export interface GivenPostgres {
  port: number;
  /** As the instances' role, of the database that the service makes. */
  url: string;
  /** As the image's role, from elsewhere than its own machine. */
  imageRoleUrl: string;
  stop(): Promise<void>;
}

/**
 * Does what the image's entry point does with these variables: initdb with the very arguments, a superuser with its
 * password, and the scripts of deploy/postgres by its own socket, which asks for none. psql is the
 * system's: the embedded package has none. `folder` must let the system's own PostgreSQL user pass.
 */
export async function startGivenPostgres(
  folder: string,
  { environment, command = [] }: Pick<Service, 'environment' | 'command'>,
): Promise<GivenPostgres> {
  const { POSTGRES_PASSWORD = '', DATABASE_PASSWORD = '' } = environment;
  const { initdb, postgres } = await findBinaries();
  const psql = findSystemPostgres();
  if (!psql) throw new Error('psql is not there: a Debian system gives it');
  const data = join(folder, 'data');
  await mkdir(data, { recursive: true, mode: 0o700 });
  const launcher = await findLauncher(data, null, postgres);
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, POSTGRES_PASSWORD, { mode: 0o600 });
  for (const path of [data, passwordFile]) {
    if (launcher.owner) await chown(path, launcher.owner.uid, launcher.owner.gid);
  }
  await run(launcher, initdb, [
    `--pgdata=${data}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    // the image lets nobody else in without a password: here the instances are on the same machine
    '--auth-host=scram-sha-256',
    '--auth-local=trust',
    // split by the shell there
    ...(environment.POSTGRES_INITDB_ARGS ?? '').split(' '),
  ]);
  await appendFile(join(data, 'pg_hba.conf'), 'host all all all scram-sha-256\n');
  const port = await findFreePort();
  const logFile = join(folder, 'postgres.log');
  const settings = { ...DEFAULTS, ...settingsOf(command), unix_socket_directories: data };
  reapCluster(data);
  await startPostmaster({ launcher, program: postgres, folder: data, logFile, port, settings });
  for (const script of readdirSync(SCRIPTS).sort()) {
    await promisify(execFile)('/bin/sh', [join(SCRIPTS, script)], {
      env: { ...psql.env, DATABASE_PASSWORD, PGHOST: data, PGPORT: String(port) },
    });
  }
  const address = `127.0.0.1:${port}`;
  return {
    port,
    url: `postgres://parite:${DATABASE_PASSWORD}@${address}/parite`,
    imageRoleUrl: `postgres://postgres:${POSTGRES_PASSWORD}@${address}/postgres`,
    async stop() {
      await stopOrphan(data);
    },
  };
}

/** PostgreSQL's own, where the private one is started with others. */
const DEFAULTS = { log_error_verbosity: 'default', log_min_error_statement: 'error' };

/** `-c name=value`, each as a part of its own. */
function settingsOf(command: readonly string[]): Record<string, string> {
  const pairs = command.filter((_part, at) => command[at - 1] === '-c').map((part) => part.split('=', 2));
  return Object.fromEntries(pairs);
}

async function run(launcher: Launcher, program: string, args: string[]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  const child = launcher.spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  child.once('exit', resolve).once('error', reject);
  // stdio 'pipe' gives it
  const said = await text(child.stderr as NodeJS.ReadableStream & AsyncIterable<Buffer>);
  const code = await promise;
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${said.trim()}`);
}
