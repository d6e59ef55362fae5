import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { BackupFailure } from './backup-failure.ts';

/** Loaded on demand, because it takes longer than most commands. */
const loadAge = () => import('age-encryption');

export const AGE_HEADER = Buffer.from('age-encryption.org/v1\n');

export const DAMAGED_RECIPIENT =
  'BACKUP_RECIPIENT n’est pas une clé publique age entière. Recopiez-la, de age1 à sa fin.';

export interface Encryption {
  close(content: AsyncIterable<Buffer>): AsyncIterable<Buffer>;
  /** Opens this file alone and is never stored (decision 013). */
  identity: string;
}

// synchronous, because settings are read before anything else
export function isRecipient(text: string): boolean {
  const { Encrypter } = createRequire(import.meta.url)('age-encryption') as Awaited<
    ReturnType<typeof loadAge>
  >;
  try {
    new Encrypter().addRecipient(text);
    return true;
  } catch {
    return false;
  }
}

export async function createEncryption(recipient: string): Promise<Encryption> {
  const { Encrypter, generateHybridIdentity, generateX25519Identity, identityToRecipient } = await loadAge();
  const encrypter = new Encrypter();
  // age does not mix both kinds
  const isHybrid = /^age1(tag)?pq1/.test(recipient);
  const identity = await (isHybrid ? generateHybridIdentity() : generateX25519Identity());
  try {
    encrypter.addRecipient(recipient);
  } catch (error) {
    throw new BackupFailure(DAMAGED_RECIPIENT, { cause: error });
  }
  encrypter.addRecipient(await identityToRecipient(identity));
  return {
    identity,
    async *close(content) {
      yield* readWeb(await encrypter.encrypt(toWeb(content)));
    },
  };
}

export async function* decryptBackup(
  content: AsyncIterable<Buffer>,
  identities: string,
): AsyncGenerator<Buffer> {
  const { Decrypter } = await loadAge();
  const decrypter = new Decrypter();
  const keys = identities.split(/\s+/).filter((word) => word.startsWith('AGE-SECRET-KEY-'));
  if (keys.length === 0)
    throw new BackupFailure('Le fichier de --identity ne contient pas de clé privée age.');
  for (const key of keys) decrypter.addIdentity(key);
  try {
    yield* readWeb(await decrypter.decrypt(toWeb(content)));
  } catch (error) {
    const { message } = error as Error;
    throw new BackupFailure(
      message.includes('no identity matched')
        ? 'Cette clé privée n’ouvre pas cette sauvegarde. Elle est chiffrée pour une autre.'
        : `La sauvegarde chiffrée ne se lit pas jusqu’à sa fin : ${message}.`,
      { cause: error },
    );
  }
}

function toWeb(content: AsyncIterable<Buffer>): ReadableStream<Uint8Array> {
  // two descriptions of one class, Node's and the browser's
  return Readable.toWeb(Readable.from(content)) as unknown as ReadableStream<Uint8Array>;
}

async function* readWeb(stream: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const bytes of stream as unknown as AsyncIterable<Uint8Array>) {
    yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
}
