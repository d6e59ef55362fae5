import { appendFile, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';

export const NO_RECIPIENT =
  'BACKUP_RECIPIENT manque. Les sauvegardes de DATABASE_URL ne se font pas. Donnez-lui une clé publique age (age1…), ou none pour des sauvegardes en clair.';

/** true: nobody has chosen whether backups of this database are encrypted. The private one has a key of its own. */
export function lacksRecipient({ databaseUrl, backupRecipient }: Config): boolean {
  return databaseUrl !== null && backupRecipient === null;
}

const SHOWN = '# affichée une fois';

export type OwnKey = {
  file: string;
  recipient: string;
  identity: string;
  isNew: boolean;
  isShown: boolean;
};

export function ownKeyFile(dataDir: string): string {
  return join(dataDir, 'backup.key');
}

/** Made once in the data folder, in the format of age, and readable by its owner alone. */
export async function readOrCreateOwnKey(dataDir: string): Promise<OwnKey> {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption');
  const file = ownKeyFile(dataDir);
  let text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  const isNew = text === null;
  if (text === null) {
    const identity = await generateX25519Identity();
    text = `# public key: ${await identityToRecipient(identity)}\n${identity}\n`;
    // complete, or absent
    await writeFile(`${file}.part`, text, { mode: 0o600, flush: true });
    await rename(`${file}.part`, file);
  }
  const [identity] = /AGE-SECRET-KEY-[0-9A-Z]+/.exec(text) ?? [];
  if (identity === undefined) throw new Error(`Le fichier ${file} ne contient plus de clé privée age.`);
  const recipient = await identityToRecipient(identity);
  return { file, recipient, identity, isNew, isShown: text.includes(SHOWN) };
}

export async function markShown({ file }: OwnKey): Promise<void> {
  await appendFile(file, `${SHOWN}\n`);
}
