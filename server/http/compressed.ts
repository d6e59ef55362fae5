import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type Compressed = { type: string; etag: string; plain: Buffer; br: Buffer; gzip: Buffer };

// Quality of what is made while somebody waits.
const WAITED_FOR = 5;

export function compress(text: string, type: string): Compressed {
  const plain = Buffer.from(text);
  return { type, etag: etagOf(plain), plain, br: brotliCompressSync(plain), gzip: gzipSync(plain) };
}

// Compresses in the thread pool, beside comparisons.
export async function compressInPool(text: string, type: string, quality = WAITED_FOR): Promise<Compressed> {
  const plain = Buffer.from(text);
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    promisify(gzip)(plain),
  ]);
  return { type, etag: etagOf(plain), plain, br, gzip: zipped };
}

// Tag of an answer in every coding, which makes it a weak one (RFC 9110, 8.8.3).
export function etagOf(plain: Buffer): string {
  return `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
}

// Proxies send tags on as strong ones or in lists (RFC 9110, 13.1.2).
export function isKnownTo({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  const tags = headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes('*') || tags.includes(etag.replace(/^W\//, ''));
}

// A weight of 0 refuses a coding.
const [BR, GZIP] = ['br', 'gzip'].map(
  (coding) => new RegExp(`\\b${coding}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`, 'i'),
) as [RegExp, RegExp];

// Smallest body that a browser accepts, and the name of its coding.
export function pickBody(
  { plain, br, gzip: zipped }: Compressed,
  accepted: string | string[] | undefined,
): { body: Buffer; coding: 'br' | 'gzip' | null } {
  const codings = String(accepted ?? '');
  if (BR.test(codings)) return { body: br, coding: 'br' };
  if (GZIP.test(codings)) return { body: zipped, coding: 'gzip' };
  return { body: plain, coding: null };
}

export function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Compressed,
  cacheControl = 'no-cache',
): FastifyReply {
  const { type, etag } = answer;
  reply.headers({ 'content-type': type, etag, 'cache-control': cacheControl, vary: 'Accept-Encoding' });
  if (isKnownTo(request, etag)) return reply.code(304).send();
  const { body, coding } = pickBody(answer, request.headers['accept-encoding']);
  if (coding) reply.header('content-encoding', coding);
  return reply.send(body);
}
