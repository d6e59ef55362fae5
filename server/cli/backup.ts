import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { dump } from '../db/dump.ts';
import { migrate } from '../db/migrate.ts';
import { restoreDump } from '../db/restore.ts';
import { outliveRestore } from '../features/privacy/outlive-restore.queries.ts';
import { CommandFailure } from './failures.ts';
import { writeOutput } from './output-file.ts';
import { reachDatabase } from './session.ts';
import type { Shell } from './shell.ts';

const GZIP = Buffer.from([0x1f, 0x8b]);

/** `file`: where to; '-' is the standard output. A name in .gz is compressed. */
export async function backUp(shell: Shell, file: string | undefined): Promise<void> {
  const { url } = await reachDatabase(shell);
  await migrate(url);
  const name = file ?? `parite-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}Z.sql.gz`;
  const content = dump(url, (table) => shell.progress(`Sauvegarde : ${table}`));
  await writeOutput(shell, name, content, name.endsWith('.gz') ? [createGzip()] : []);
  if (name !== '-') shell.say(`Sauvegarde écrite : ${shell.fileAt(name)}`);
}

/** `file`: where from; '-' is the standard input. */
export async function restore(shell: Shell, file: string, { replace = false }): Promise<void> {
  // before the database is started: a wrong name must cost nothing
  const openStream = await openInput(shell, file);
  const { url } = await reachDatabase(shell);
  try {
    await restoreDump(url, unpack(openStream), {
      replace,
      outlive: outliveRestore,
      onTable: (table) => shell.progress(`Restauration : ${table}`),
    });
  } catch (error) {
    throw explainRestore(error);
  }
  shell.say('La base de données est celle de la sauvegarde.');
}

async function openInput(shell: Shell, file: string): Promise<() => Readable> {
  if (file === '-') return () => process.stdin;
  const handle = await open(shell.fileAt(file));
  shell.closers.add(() => handle.close());
  if ((await handle.stat()).isDirectory()) throw new CommandFailure(`${shell.fileAt(file)} est un dossier.`);
  return () => handle.createReadStream({ autoClose: false });
}

/** Compressed or not: its first bytes tell. Nothing is read before somebody asks. */
async function* unpack(openStream: () => Readable): AsyncGenerator<Buffer> {
  const input = openStream();
  await once(input, 'readable');
  const first: Buffer | null = input.read();
  if (first === null) return;
  input.unshift(first);
  const isCompressed = first.subarray(0, GZIP.length).equals(GZIP);
  // what fails on the way is told by the last of them
  yield* isCompressed ? pipeline(input, createGunzip(), () => undefined) : input;
}

/** What PostgreSQL and zlib say of a damaged file. */
function explainRestore(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isDamaged = /^Z_/.test(code) || /^(22|23|42)[0-9A-Z]{3}$/.test(code);
  if (!isDamaged) return error;
  return new CommandFailure(
    `La sauvegarde ne se charge pas, la base de données reste comme elle était : ${(error as Error).message}`,
  );
}
