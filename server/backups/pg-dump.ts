import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { BackupFailure } from './backup-failure.ts';
import type { DatabaseDescription } from './backups.queries.ts';

const OLDEST_CLIENT = 15;

export async function findPgDump({ serverVersion }: DatabaseDescription): Promise<void> {
  const needed = Math.max(OLDEST_CLIENT, serverVersion);
  const advice = `installez le client de PostgreSQL ${needed} ou plus récent (paquet postgresql-client-${needed})`;
  const printed = await promisify(execFile)('pg_dump', ['--version']).catch(() => null);
  if (!printed) {
    throw new BackupFailure(`pg_dump, qui sauvegarde la base de DATABASE_URL, est introuvable : ${advice}.`);
  }
  const version = Number.parseInt(/(\d+)\.?\d*/.exec(printed.stdout)?.[1] ?? '', 10);
  if (version >= needed) return;
  throw new BackupFailure(
    `pg_dump ${version} est trop ancien pour un serveur PostgreSQL ${serverVersion} : ${advice}.`,
  );
}

export async function* runPgDump(url: string, { otherSchemas }: DatabaseDescription): AsyncGenerator<Buffer> {
  const { address, password } = withoutPassword(url);
  const args = [
    '--format=plain',
    '--encoding=UTF8',
    '--no-password',
    '--no-owner',
    '--no-privileges',
    '--no-comments',
    '--no-publications',
    '--no-subscriptions',
    '--no-security-labels',
    '--no-tablespaces',
    // the language of the triggers is always present; other extensions are the server's affair
    '--extension=plpgsql',
    ...otherSchemas.map((name) => `--exclude-schema="${name.replaceAll('"', '""')}"`),
    `--dbname=${address}`,
  ];
  const child = spawn('pg_dump', args, {
    env: { ...process.env, ...(password && { PGPASSWORD: password }), LC_ALL: 'C', PGCONNECT_TIMEOUT: '5' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  // stdio 'pipe' gives both
  const errorOutput = text(child.stderr as Readable);
  let isRead = false;
  try {
    yield* child.stdout as Readable;
    isRead = true;
  } finally {
    // the process may be about to end by itself
    if (!isRead) child.kill();
  }
  const [code] = await ended;
  if (code !== 0) throw new BackupFailure(`pg_dump a échoué (${code}) : ${(await errorOutput).trim()}`);
}

/**
 * Removes the password from the arguments, which other users of the machine can read, and the parameters that libpq
 * does not know.
 */
function withoutPassword(url: string): { address: string; password: string } {
  const address = new URL(url);
  // the password of the query takes precedence, like in the product's own connections
  const password = address.searchParams.get('password') || decodeURIComponent(address.password);
  address.password = '';
  for (const name of ['password', 'ssl', 'uselibpqcompat']) address.searchParams.delete(name);
  if (address.searchParams.get('sslmode') === 'no-verify') address.searchParams.set('sslmode', 'require');
  return { address: address.href, password };
}
