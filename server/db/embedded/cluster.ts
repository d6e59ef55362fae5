import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Binaries } from './binaries.ts';
import { findLauncher, type Launcher, type Owner } from './launcher.ts';

/** Database owner without superuser rights, so that COPY ... PROGRAM is closed to the application. */
export const ROLE = 'parite';

// the superuser cannot log in: initdb and single-user mode alone use it
const ACCESS_RULES = `host all ${ROLE} 127.0.0.1/32 scram-sha-256\n`;

const DRAFT = 'postgres.new-';

export interface Cluster {
  folder: string;
  password: string;
  launcher: Launcher;
}

export async function openCluster(
  dataDir: string,
  binaries: Binaries,
  { log, signal }: { log: (message: string) => void; signal?: AbortSignal | undefined },
): Promise<Cluster> {
  const folder = join(dataDir, 'postgres');
  const passwordFile = join(dataDir, 'postgres.password');
  const owner = await readOwner(folder);
  if (owner === null) {
    log('Préparation de la base de données (une seule fois)');
    return createCluster({ dataDir, folder, passwordFile }, binaries, signal);
  }
  const launcher = await findLauncher(folder, owner, binaries.postgres);
  await refuseOtherVersion(folder, launcher, binaries);
  const password = await readPassword(passwordFile);
  return { folder, password, launcher };
}

export async function readCredentials(dataDir: string): Promise<{ folder: string; password: string }> {
  return {
    folder: join(dataDir, 'postgres'),
    password: await readPassword(join(dataDir, 'postgres.password')),
  };
}

async function createCluster(
  { dataDir, folder, passwordFile }: { dataDir: string; folder: string; passwordFile: string },
  binaries: Binaries,
  signal?: AbortSignal,
): Promise<Cluster> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(DRAFT)) await rm(join(dataDir, name), { recursive: true, force: true });
  }
  // a new name each time, because an initdb that outlived its instance may still write into the former folder
  const draft = await mkdtemp(join(dataDir, DRAFT));
  const launcher = await findLauncher(draft, null, binaries.postgres);
  if (launcher.owner) await chown(draft, launcher.owner.uid, launcher.owner.gid);
  const initdb = [
    `--pgdata=${draft}`,
    '--username=postgres',
    '--auth=reject',
    '--encoding=UTF8',
    // PostgreSQL's own locale exists on every machine
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
  ];
  await run(launcher, binaries.initdb, initdb, { signal });
  // overwrites the file of initdb, so that its owner stays
  await writeFile(join(draft, 'pg_hba.conf'), ACCESS_RULES);
  const password = randomBytes(24).toString('hex');
  const statements = [
    `CREATE ROLE ${ROLE} LOGIN CREATEDB PASSWORD '${password}'`,
    `CREATE DATABASE ${ROLE} OWNER ${ROLE}`,
  ];
  const alone = [
    '--single',
    '-c',
    'exit_on_error=on',
    '-c',
    'log_min_messages=warning',
    '-D',
    draft,
    'postgres',
  ];
  await run(launcher, binaries.postgres, alone, { input: `${statements.join('\n')}\n`, signal });
  signal?.throwIfAborted();
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  await rename(draft, folder);
  return { folder, password, launcher };
}

async function readOwner(folder: string): Promise<Owner | null> {
  try {
    const { uid, gid } = await stat(folder);
    return { uid, gid };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function readPassword(passwordFile: string): Promise<string> {
  try {
    return (await readFile(passwordFile, 'utf8')).trim();
  } catch (error) {
    throw new Error(`Le mot de passe de la base de données ne peut pas être lu : ${passwordFile}`, {
      cause: error,
    });
  }
}

async function refuseOtherVersion(folder: string, launcher: Launcher, binaries: Binaries): Promise<void> {
  const [own, provided] = await Promise.all([
    readFile(join(folder, 'PG_VERSION'), 'utf8'),
    run(launcher, binaries.postgres, ['--version']),
  ]);
  const major = /(\d+)/.exec(provided)?.[1];
  if (own.trim() === major) return;
  throw new Error(
    `Les données de ${folder} viennent de PostgreSQL ${own.trim()}, Parité apporte PostgreSQL ${major} : ` +
      'transférez-les avec pg_upgrade, ou choisissez un autre dossier avec DATA_DIR.',
  );
}

async function run(
  launcher: Launcher,
  program: string,
  args: string[],
  { input = '', signal }: { input?: string; signal?: AbortSignal | undefined } = {},
): Promise<string> {
  signal?.throwIfAborted();
  const child = launcher.spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  // ends its children too; the next start repeats their work
  const end = () => killGroup(child.pid);
  signal?.addEventListener('abort', end);
  // stdio 'pipe' creates all three; a program that ends early breaks the pipe, and its exit code is the error
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  const [out, err, [code]] = await Promise.all([
    text(child.stdout as NodeJS.ReadableStream & AsyncIterable<Buffer>),
    text(child.stderr as NodeJS.ReadableStream & AsyncIterable<Buffer>),
    once(child, 'exit'),
  ]).finally(() => signal?.removeEventListener('abort', end));
  signal?.throwIfAborted();
  if (code !== 0) throw new Error(`${program} a échoué (${code}) : ${err.trim() || out.trim()}`);
  return out;
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // already ended
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
