import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

export class FolderInUseError extends Error {}

export interface FolderLock {
  release(): void;
}

/**
 * Locks the data folder for one instance or command. SQLite gives access to a kernel lock, which ends with the process,
 * unlike a file with a process id.
 */
export function lockFolder(dataDir: string): FolderLock {
  const pidFile = join(dataDir, 'instance.pid');
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(join(dataDir, 'instance.lock'), { timeout: 0 });
    lock.exec('BEGIN EXCLUSIVE');
    writeFileSync(pidFile, `${process.pid}\n`);
  } catch (error) {
    lock?.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) {
      throw new Error(
        `Le dossier de données ${dataDir} ne peut pas être utilisé (${(error as Error).message}) : ` +
          'vérifiez qu’il appartient à l’utilisateur qui lance Parité.',
        { cause: error },
      );
    }
    throw new FolderInUseError(
      `Une autre instance de Parité${readHolder(pidFile)} utilise déjà le dossier de données ${dataDir}. ` +
        'Arrêtez-la, ou choisissez un autre dossier avec DATA_DIR.',
    );
  }
  const held = lock;
  return {
    release() {
      rmSync(pidFile, { force: true });
      held.close();
    },
  };
}

function readHolder(pidFile: string): string {
  try {
    return ` (processus ${Number.parseInt(readFileSync(pidFile, 'utf8'), 10)})`;
  } catch {
    return '';
  }
}
