import { open, readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { formatFictional } from '#domain/companies/format-fictional.ts';
import { readBackup } from '../backups/read-backup.ts';
import { type PreserveRows, type RestoreResult, restoreDump } from '../db/restore.ts';
import { withScratchDatabase } from '../db/scratch.ts';
import { preserveAcrossRestore } from '../features/privacy/preserve-across-restore.queries.ts';
import { readDatabase } from './doctor.queries.ts';
import { CommandFailure } from './failures.ts';
import { reachDatabase } from './session.ts';
import type { Shell } from './shell.ts';

export interface RestoreOptions {
  replace?: boolean;
  /** file with a private age key; '-' is the standard input */
  identity?: string;
  scratch?: boolean;
}

export async function restore(
  shell: Shell,
  file: string,
  { replace = false, identity, scratch = false }: RestoreOptions,
): Promise<void> {
  // opened before the database starts, so that a wrong name costs nothing
  const openStream = await openInput(shell, file);
  const key = identity === undefined ? null : await readKey(shell, identity);
  const { url, config } = await reachDatabase(shell);
  const backup = readBackup(openLazily(openStream), key);
  if (scratch) return restoreIntoScratch(shell, url, backup);
  const { newer } = await load(shell, url, { backup, replace, outlive: preserveAcrossRestore });
  if (newer !== undefined) {
    shell.printNotice(
      `La sauvegarde vient d’une version plus récente (${newer}). Son schéma reste, cette version s’en sert.`,
    );
  }
  shell.printNotice('La base de données est celle de la sauvegarde.');
  const fictional = config.databaseUrl === null ? 0 : (await readDatabase(url)).demoCompanies;
  if (fictional > 0) shell.printNotice(`${formatFictional(fictional)} : retirez-les par demo remove.`);
}

export async function restoreIntoScratch(
  shell: Shell,
  url: string,
  backup: AsyncIterable<Buffer>,
): Promise<void> {
  const { tables, rows } = await withScratchDatabase(url, (scratchUrl) =>
    load(shell, scratchUrl, { backup, replace: false }),
  );
  const counts = [tables, rows].map((count) => count.toLocaleString('fr-FR'));
  shell.printNotice(`Sauvegarde vérifiée dans une base d’essai : tables ${counts[0]}, lignes ${counts[1]}.`);
}

async function load(
  shell: Shell,
  url: string,
  options: { backup: AsyncIterable<Buffer>; replace: boolean; outlive?: PreserveRows },
): Promise<RestoreResult> {
  const onTable = (table: string) => shell.progress(`Restauration : ${table}`);
  const { backup, ...how } = options;
  return restoreDump(url, backup, { ...how, onTable }).catch((error) => {
    throw explainRestore(error);
  });
}

async function openInput(shell: Shell, file: string): Promise<() => Readable> {
  if (file === '-') return () => shell.input;
  const handle = await open(shell.resolvePath(file));
  shell.closers.add(() => handle.close());
  if ((await handle.stat()).isDirectory())
    throw new CommandFailure(`${shell.resolvePath(file)} est un dossier.`);
  return () => handle.createReadStream({ autoClose: false });
}

async function readKey(shell: Shell, file: string): Promise<string> {
  return file === '-' ? text(shell.input) : readFile(shell.resolvePath(file), 'utf8');
}

async function* openLazily(openStream: () => Readable): AsyncGenerator<Buffer> {
  yield* openStream();
}

function explainRestore(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isDamaged = /^Z_/.test(code) || /^(22|23|42)[0-9A-Z]{3}$/.test(code);
  if (!isDamaged) return error;
  return new CommandFailure(
    `La sauvegarde ne se charge pas, la base de données reste comme elle était : ${(error as Error).message}`,
  );
}
