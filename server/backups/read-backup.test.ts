import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createEncryption } from './encryption.ts';
import { readBackup, refuseTruncated } from './read-backup.ts';

const END = '\n--\n-- PostgreSQL database dump complete\n--\n';
const text = `SELECT 1;\n${'-- more\n'.repeat(30_000)}${END}`;
const packed = gzipSync(text);

/** In pieces that end anywhere, as a file's do. */
async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 13) yield bytes.subarray(at, at + 13);
}

async function collect(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A public key whose private one nobody has. */
const seal = await createEncryption('age1lzhh8esekdkey7uy98x0zevmxgvzddqefyt5meklc3p396nmzv7s3vkjec');
const sealed = await collect(seal.close(pieces(packed)));

test.each([
  ['as it is', Buffer.from(text)],
  ['compressed', packed],
  ['compressed and encrypted', sealed],
])('%s, it is read to its end', async (_how, bytes) => {
  expect((await collect(readBackup(pieces(bytes), seal.identity))).toString()).toBe(text);
  await refuseTruncated(readBackup(pieces(bytes), seal.identity));
});

test('encrypted, it takes its key', async () => {
  await expect(collect(readBackup(pieces(sealed), null))).rejects.toThrow(
    'Donnez le fichier de sa clé privée',
  );
  await expect(collect(readBackup(pieces(sealed), 'nothing'))).rejects.toThrow('ne contient pas de clé');
  const other = await createEncryption('age1lzhh8esekdkey7uy98x0zevmxgvzddqefyt5meklc3p396nmzv7s3vkjec');
  await expect(collect(readBackup(pieces(sealed), other.identity))).rejects.toThrow('n’ouvre pas');
});

const flipped = (bytes: Buffer, at: number) => {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
};

test.each([
  ['nothing at all', Buffer.alloc(0), 'dernière ligne manque'],
  ['a text without its end', Buffer.from(text.slice(0, -60)), 'dernière ligne manque'],
  ['a text that goes on', Buffer.from(`${text}DROP TABLE users;\n`), 'dernière ligne manque'],
  ['the compressed half', packed.subarray(0, packed.length / 2), 'unexpected end of file'],
  ['compressed, without its sum', packed.subarray(0, -8), 'unexpected end of file'],
  ['compressed, with another sum', flipped(packed, packed.length - 6), 'incorrect data check'],
  ['what a pipe that lied has left', gzipSync(''), 'dernière ligne manque'],
  ['the encrypted half', sealed.subarray(0, sealed.length - 40), 'ne se lit pas jusqu’à sa fin'],
  ['encrypted, with another byte', flipped(sealed, sealed.length - 40), 'ne se lit pas jusqu’à sa fin'],
])('%s is refused', async (_what, bytes, sentence) => {
  await expect(refuseTruncated(readBackup(pieces(bytes), seal.identity))).rejects.toThrow(sentence);
});

test('what pg_dump writes since 2025 after its last line is no harm', async () => {
  const written = Buffer.from(
    `${text}\n\\unrestrict 6YiuAkUjVZq7HTNR9hlkQDZUSjAfLgPeiqHSqqU8ZumgecjSjjTIZpja8iUCnOm\n\n`,
  );
  await refuseTruncated(readBackup(pieces(written), null));
});

test('what is no public key is said', async () => {
  await expect(createEncryption('age1nonsense')).rejects.toThrow('n’est pas une clé publique age');
});

test('a hybrid key seals as well', async () => {
  const { generateHybridIdentity, identityToRecipient } = await import('age-encryption');
  const identity = await generateHybridIdentity();
  const hybrid = await createEncryption(await identityToRecipient(identity));
  const closed = await collect(hybrid.close(pieces(packed)));
  expect((await collect(readBackup(pieces(closed), identity))).toString()).toBe(text);
});
