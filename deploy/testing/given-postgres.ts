/** The service `database` of compose.yaml, by the PostgreSQL of the embedded package instead of the image's. */
import { appendFile, chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { findBinaries } from '../../server/db/embedded/binaries.ts';
import { findLauncher, type Launcher } from '../../server/db/embedded/launcher.ts';
import { startPostmaster, stopOrphan } from '../../server/db/embedded/postmaster.ts';
import { findFreePort } from '../../server/free-port.ts';
import type { Service } from './compose.ts';

export interface GivenPostgres {
  port: number;
  /** As its owner, of the database that the service makes. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Does what the image's entry point does with these variables: initdb with the very arguments, a user with its
 * password, a database. `folder` must let the system's own PostgreSQL user pass.
 */
export async function startGivenPostgres(
  folder: string,
  { environment, command = [] }: Pick<Service, 'environment' | 'command'>,
): Promise<GivenPostgres> {
  const { POSTGRES_USER = '', POSTGRES_PASSWORD = '', POSTGRES_DB = '' } = environment;
  const { initdb, postgres } = await findBinaries();
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
    `--username=${POSTGRES_USER}`,
    `--pwfile=${passwordFile}`,
    // the image lets nobody else in without a password: here the instances are on the same machine
    '--auth=scram-sha-256',
    // split by the shell there
    ...(environment.POSTGRES_INITDB_ARGS ?? '').split(' '),
  ]);
  await appendFile(join(data, 'pg_hba.conf'), 'host all all all scram-sha-256\n');
  const port = await findFreePort();
  const logFile = join(folder, 'postgres.log');
  const settings = { ...DEFAULTS, ...settingsOf(command) };
  await startPostmaster({ launcher, program: postgres, folder: data, logFile, port, settings });
  const url = (database: string) =>
    `postgres://${POSTGRES_USER}:${POSTGRES_PASSWORD}@127.0.0.1:${port}/${database}`;
  const client = new pg.Client({ connectionString: url('postgres') });
  await client.connect();
  await client.query(`CREATE DATABASE ${pg.escapeIdentifier(POSTGRES_DB)}`);
  await client.end();
  return {
    port,
    url: url(POSTGRES_DB),
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
