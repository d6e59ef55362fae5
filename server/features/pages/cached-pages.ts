import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { nextParisMidnight } from '#domain/pages/format-fixed.ts';
import type { Page } from '#domain/pages/page.ts';
import { createByteCache } from '../../http/byte-cache.ts';
import { HttpError } from '../../http/http-error.ts';
import { type Compressed, etagOf } from '../../http/pages.ts';
import type { BuiltPage } from './page-context.ts';

// Bounds of two caches, so that invented pages push no other out.
const MAX_BYTES = { ours: 56 * 1024 * 1024, invented: 8 * 1024 * 1024 };
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

// State that a page was made from, compared by identity.
export type Stamp = readonly unknown[];

type CachedPage = {
  readonly answer: Compressed;
  readonly isIndexed: boolean;
  readonly data: string;
  stamp: Stamp;
  until: number;
  // End of the day that its hours are of.
  readonly midnight: number;
};

export type Wanted = {
  readonly key: string;
  readonly stamp: Stamp;
  readonly build: () => Promise<BuiltPage | null> | BuiltPage | null;
  // Quota of who invented the address, of which a call takes one rendering. null: a page of ours.
  readonly mayRender: (() => boolean) | null;
};

// Caches rendered pages until what they show changes: after a change of the book, the blog or the day, a page's data are
// made again, and rendered again where they differ.
export function createPageCache({ render, now }: { render: (page: Page) => string; now: () => Date }) {
  const ours = createByteCache<CachedPage>(MAX_BYTES.ours, sizeOf);
  const invented = createByteCache<CachedPage>(MAX_BYTES.invented, sizeOf);
  const underWay = new Map<string, Promise<CachedPage | null>>();

  async function make({ key, stamp, build, mayRender }: Wanted): Promise<CachedPage | null> {
    const pages = mayRender ? invented : ours;
    const at = now().getTime();
    const built = await build();
    if (!built) return null;
    const midnight = nextParisMidnight(at);
    const until = Math.min(built.until, midnight);
    const data = JSON.stringify(built.page);
    const known = pages.get(key);
    if (known?.data === data) {
      known.stamp = stamp;
      known.until = until;
      return known;
    }
    if (mayRender && !mayRender()) {
      // rates of a moment ago, with the hour of each, rather than none
      if (known && at < known.midnight) return known;
      throw tooMany();
    }
    const answer = await compressPage(render(built.page), 'text/html; charset=utf-8');
    const cached = { answer, isIndexed: built.page.isIndexed, data, stamp, until, midnight };
    pages.set(key, cached);
    return cached;
  }

  return {
    // null: no such page. Throws an HttpError (429) where rendering is refused and nothing of the day is cached.
    async get(wanted: Wanted): Promise<CachedPage | null> {
      const { key, stamp, mayRender } = wanted;
      const known = (mayRender ? invented : ours).get(key);
      if (known && isSame(known.stamp, stamp) && now().getTime() < known.until) return known;
      const waited = underWay.get(key) ?? make(wanted).finally(() => underWay.delete(key));
      underWay.set(key, waited);
      return waited;
    },
  };
}

export function tooMany(): HttpError {
  return new HttpError(429, 'too_many_requests', 'Trop de pages demandées. Réessayez dans une minute.', {
    retryAfter: 60,
  });
}

function isSame(one: Stamp, other: Stamp): boolean {
  return one.length === other.length && one.every((part, i) => part === other[i]);
}

function sizeOf({ answer: { plain, br, gzip: zipped }, data }: CachedPage): number {
  return plain.length + br.length + zipped.length + 2 * data.length;
}

// Compresses in the thread pool, beside comparisons.
export async function compressPage(text: string, type: string): Promise<Compressed> {
  const plain = Buffer.from(text);
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(plain, BROTLI), promisify(gzip)(plain)]);
  return { type, etag: etagOf(plain), plain, br, gzip: zipped };
}
