import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Secret of links and seals, made once in the data folder and readable by its owner alone. Losing the file voids the
 * links issued so far and makes sealed data unreadable, such as the codes of open reservations.
 */
export async function readOrCreateSecret(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'secret');
  const known = await readSecret(dataDir);
  if (known !== null) return known;
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
  // atomic, and never over another instance's file
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  const stored = await readSecret(dataDir);
  if (stored === null) throw new Error(`Le fichier ${file} ne peut pas être lu.`);
  return stored;
}

// null: not made yet, or lost
export async function readSecret(dataDir: string): Promise<string | null> {
  const file = path.join(dataDir, 'secret');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const secret = text.trim();
  if (secret.length >= 32) return secret;
  throw new Error(
    `Le fichier ${file} est abîmé. Remettez-y la copie gardée. Sans elle, supprimez-le : un autre sera fait, et les codes de retrait des réservations ouvertes seront perdus.`,
  );
}
