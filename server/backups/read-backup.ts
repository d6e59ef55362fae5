import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { LAST_LINE } from '../db/dump.ts';
import { BackupFailure } from './backup-failure.ts';
import { AGE_HEADER, decryptBackup } from './encryption.ts';

const GZIP = Buffer.from([0x1f, 0x8b]);
/** Bound of what follows the last line, which is a comment and pg_dump's own command. */
const TAIL_BYTES = 512;

/** Decrypts with `identity` and decompresses, as the first bytes of each layer require. */
export async function* readBackup(
  content: AsyncIterable<Buffer>,
  identity: string | null,
): AsyncGenerator<Buffer> {
  const { first, all } = await peek(content, AGE_HEADER.length);
  if (first.equals(AGE_HEADER)) {
    if (identity === null) {
      throw new BackupFailure(
        'La sauvegarde est chiffrée. Donnez le fichier de sa clé privée par --identity (DATA_DIR/backup.key pour celles de la base privée).',
      );
    }
    yield* readBackup(decryptBackup(all, identity), null);
  } else if (first.subarray(0, GZIP.length).equals(GZIP)) {
    // `pipeline` reports an error on its last stream
    yield* pipeline(Readable.from(all), createGunzip(), () => undefined);
  } else {
    yield* all;
  }
}

export async function refuseTruncated(content: AsyncIterable<Buffer>): Promise<void> {
  let tail: Buffer = Buffer.alloc(0);
  for await (const chunk of content) tail = Buffer.concat([tail, chunk]).subarray(-TAIL_BYTES);
  const [, after] = tail.toString('latin1').split(`\n${LAST_LINE}\n`);
  if (after === undefined || !/^--\s*(\\unrestrict \S+\s*)?$/.test(after)) {
    throw new BackupFailure('La sauvegarde n’est pas entière. Sa dernière ligne manque.');
  }
}

async function peek(
  content: AsyncIterable<Buffer>,
  length: number,
): Promise<{ first: Buffer; all: AsyncIterable<Buffer> }> {
  const chunks = content[Symbol.asyncIterator]();
  let read: Buffer = Buffer.alloc(0);
  while (read.length < length) {
    const next = await chunks.next();
    if (next.done) break;
    read = Buffer.concat([read, next.value]);
  }
  async function* readAll() {
    yield read;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  return { first: read.subarray(0, length), all: readAll() };
}
