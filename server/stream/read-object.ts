import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { DirectStreamAPI } from '@nats-io/jetstream';
import type { ObjectInfo } from '@nats-io/obj';
import { BUCKET, type Nats, OBJECTS, openBucket, openStreams } from './nats.ts';

/**
 * Object of the bucket by direct gets, because a consumer could deliver into any subject (decision 025). null: none of this
 * name.
 */
export async function readObject(
  nats: Nats,
  name: string,
): Promise<{ info: ObjectInfo; data: Readable } | null> {
  const info = await (await openBucket(nats)).info(name);
  if (!info || info.deleted) return null;
  const { direct } = await openStreams(nats);
  return { info, data: Readable.from(readChunks(direct, info), { objectMode: false }) };
}

async function* readChunks(direct: DirectStreamAPI, { nuid, size, digest }: ObjectInfo) {
  const sum = createHash('sha256');
  const next_by_subj = `$O.${BUCKET}.C.${nuid}`;
  let seq = 1;
  for (let read = 0; read < size; ) {
    const chunk = await direct.getMessage(OBJECTS, { seq, next_by_subj });
    if (!chunk) throw new Error('the object was replaced while it was read');
    sum.update(chunk.data);
    read += chunk.data.length;
    seq = chunk.seq + 1;
    yield chunk.data;
  }
  if (digest !== `SHA-256=${sum.digest('base64url')}=`)
    throw new Error('the object is not what its sum says');
}
