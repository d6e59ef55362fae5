import { constants } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const REASONS: Record<string, string> = {
  EACCES: 'l’utilisateur qui lance Parité n’en a pas le droit',
  EPERM: 'l’utilisateur qui lance Parité n’en a pas le droit',
  EROFS: 'ce disque est en lecture seule',
  ENOSPC: 'ce disque est plein',
  EEXIST: 'un fichier, ou un lien rompu, se trouve sur son chemin',
  ENOTDIR: 'un fichier, ou un lien rompu, se trouve sur son chemin',
  ENAMETOOLONG: 'ce nom est trop long',
  ELOOP: 'des liens y tournent en rond',
  // under /proc no folder can be made
  ENOENT: 'aucun dossier ne peut être fait à cet endroit',
};

export async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir);
    await access(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new Error(
      `Le dossier de données ${dataDir} ne peut pas être utilisé (${REASONS[code] ?? message}). ` +
        'Donnez-en un autre par DATA_DIR.',
      { cause: error },
    );
  }
}

/** Folder by folder, because Node's `recursive` never returns under /proc. */
async function makeFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  await makeFolder(dirname(folder));
  try {
    // traversable, because the cluster inside belongs to another user when root starts it
    await mkdir(folder, { mode: 0o711 });
  } catch (error) {
    if (!(await isFolder(folder))) throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    if ((await stat(path)).isDirectory()) return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  throw Object.assign(new Error(`${path} is not a folder`), { code: 'ENOTDIR' });
}
