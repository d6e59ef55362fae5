import { createReadStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { createGzip } from 'node:zlib';
import {
  describeDatabase,
  insertBackup,
  markVerified,
  selectBackups,
  undefinedWithoutTable,
} from '../backups/backups.queries.ts';
import { createEncryption, type Encryption } from '../backups/encryption.ts';
import { findPgDump, runPgDump } from '../backups/pg-dump.ts';
import { readBackup, refuseTruncated } from '../backups/read-backup.ts';
import { lacksRecipient, markShown, NO_RECIPIENT, readOrCreateOwnKey } from '../backups/recipient.ts';
import { backupName, isWithin, rotate } from '../backups/rotate.ts';
import type { Config } from '../config.ts';
import { dump } from '../db/dump.ts';
import { type Db, openDatabase } from '../db/open.ts';
import { explain } from './explain.ts';
import { CommandFailure, EmptyDatabase, UnverifiedBackup, UsageError } from './failures.ts';
import { backUpNightly } from './nightly.ts';
import { writeOutput } from './output-file.ts';
import { restoreIntoScratch } from './restore.ts';
import { type Reached, reachDatabase } from './session.ts';
import type { Shell } from './shell.ts';

const MEGABYTE = 1_000_000;
/** A week, minus the difference between two nights. */
const VERIFY_AFTER_MS = 6.5 * 24 * 60 * 60_000;

export interface BackupOptions {
  out?: string;
  into?: string;
  /** days */
  keep?: string;
  verify?: boolean;
  /** true: at the usual time */
  nightly?: string | true;
}

interface BackupPlan {
  out?: string | undefined;
  into?: string | undefined;
  keepDays: number;
  verify: boolean;
}

export async function backUp(
  shell: Shell,
  { out, into, keep = '30', verify, nightly }: BackupOptions,
): Promise<void> {
  if (out !== undefined && into !== undefined) throw new UsageError('--out et --into ne vont pas ensemble.');
  if (nightly && into === undefined) throw new UsageError('--nightly demande --into.');
  const keepDays = /^[1-9]\d{0,3}$/.test(keep) ? Number(keep) : 0;
  if (keepDays === 0) throw new UsageError(`--keep est un nombre de jours. « ${keep} » n’en est pas un.`);
  const reached = await reachDatabase(shell);
  if (lacksRecipient(reached.config)) throw new CommandFailure(NO_RECIPIENT);
  const plan = { out, into, keepDays, verify: verify ?? false };
  if (nightly)
    await backUpNightly(shell, reached, { nightly, backUp: () => backUpOnce(shell, reached, plan) });
  else await backUpOnce(shell, reached, plan);
}

async function backUpOnce(shell: Shell, { config, url }: Reached, plan: BackupPlan): Promise<void> {
  const recipient = await findRecipient(shell, config);
  const { db, close } = openDatabase(url, { maxConnections: 1 });
  try {
    const source = await describeDatabase(db);
    if (!source.isPrepared) {
      throw new EmptyDatabase('Cette base de données est vide. Il n’y a rien à sauvegarder.');
    }
    const seal = recipient === null ? null : await createEncryption(recipient);
    const name = plan.out ?? join(plan.into ?? '.', backupName(source.at, seal !== null));
    refuseEnding(name, seal);
    // the private database's package brings no pg_dump
    if (config.databaseUrl !== null) await findPgDump(source);
    const content = config.databaseUrl === null ? dump(url) : runPgDump(url, source);
    const file = await write(shell, name, { content, seal, folder: plan.into });
    shell.printNotice(`Sauvegarde écrite : ${file}`);
    if (seal === null) shell.printNotice('Elle n’est pas chiffrée (BACKUP_RECIPIENT=none).');
    const { size } = await stat(file);
    const made = { at: source.at, size_bytes: size, is_encrypted: seal !== null };
    const id = await undefinedWithoutTable(insertBackup(db, made));
    let unproven: string[] | null = null;
    if (plan.verify || (plan.into !== undefined && (await isVerificationDue(db)))) {
      try {
        await restoreIntoScratch(shell, url, readFrom(file, seal));
        if (id !== undefined) await markVerified(db, id);
      } catch (error) {
        unproven = explain(error).sentences;
      }
    }
    // last, so that a failed backup does not cost an older one
    if (plan.into !== undefined) await removeOld(shell, plan.into, { ...plan, now: source.at });
    if (unproven !== null) {
      for (const sentence of unproven) shell.printNotice(sentence);
      throw new UnverifiedBackup(
        'La sauvegarde est écrite et reste, mais sa restauration à l’essai a échoué. La prochaine sera essayée à son tour.',
      );
    }
  } finally {
    await close();
  }
}

/** null: not encrypted. Prints the private database's key once, to a person alone. */
async function findRecipient(shell: Shell, { backupRecipient, dataDir }: Config): Promise<string | null> {
  if (backupRecipient !== null) return backupRecipient === 'none' ? null : backupRecipient;
  const key = await readOrCreateOwnKey(dataDir);
  if (key.isNew) {
    shell.printNotice(
      'Une nouvelle clé des sauvegardes vient d’être faite. Elle n’ouvre aucune sauvegarde d’avant.',
    );
  }
  if (shell.isTerminal && !key.isShown) {
    shell.printNotice(
      `Les sauvegardes sont chiffrées. Recopiez leur clé ailleurs, elle ne s’affiche qu’une fois : ${key.identity}`,
    );
    await markShown(key);
  }
  shell.printNotice(`La clé des sauvegardes est dans ${key.file} : sans elle, aucune ne s’ouvre.`);
  return key.recipient;
}

/** Refuses a file name that contradicts the content, because nobody opens such a file in a hurry. */
function refuseEnding(name: string, seal: Encryption | null): void {
  const ending = seal === null ? '.sql.gz' : '.sql.gz.age';
  if (name.endsWith(ending)) return;
  const why = seal === null ? 'est compressée' : 'est chiffrée';
  throw new UsageError(`La sauvegarde ${why} : son nom doit finir par ${ending}.`);
}

async function write(
  shell: Shell,
  name: string,
  {
    content,
    seal,
    folder,
  }: { content: AsyncIterable<string | Buffer>; seal: Encryption | null; folder: string | undefined },
): Promise<string> {
  if (folder !== undefined) await mkdir(shell.resolvePath(folder), { recursive: true, mode: 0o700 });
  await writeOutput(shell, name, reportSize(shell, content), {
    through: [createGzip(), ...(seal === null ? [] : [Duplex.from(seal.close)])],
    check: (draft) => refuseTruncated(readFrom(draft, seal)),
  });
  return shell.resolvePath(name);
}

function readFrom(file: string, seal: Encryption | null): AsyncIterable<Buffer> {
  return readBackup(createReadStream(file), seal?.identity ?? null);
}

async function* reportSize(shell: Shell, content: AsyncIterable<string | Buffer>) {
  let bytes = 0;
  for await (const chunk of content) {
    yield chunk;
    bytes += chunk.length;
    shell.progress(`Sauvegarde : ${Math.round(bytes / MEGABYTE)} Mo`);
  }
}

async function isVerificationDue(db: Db): Promise<boolean> {
  const verifiedAt = (await undefinedWithoutTable(selectBackups(db)))?.verifiedAt;
  return !verifiedAt || !isWithin(VERIFY_AFTER_MS, verifiedAt);
}

async function removeOld(
  shell: Shell,
  folder: string,
  limits: { keepDays: number; now: Date },
): Promise<void> {
  const { removed, doubted } = await rotate(shell.resolvePath(folder), limits);
  for (const name of removed) shell.printNotice(`Sauvegarde effacée : ${name}`);
  if (doubted !== null) {
    shell.printNotice(
      `Aucune ancienne sauvegarde n’est effacée : ${doubted} est datée trop loin de l’horloge de la base de données.`,
    );
  }
}
