import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { nextParisMidnight } from '#domain/pages/format-fixed.ts';
import type { Page } from '#domain/pages/page.ts';
import { createByteCache } from '../../http/byte-cache.ts';
import type { Compressed } from '../../http/pages.ts';
import type { BuiltPage } from './page-context.ts';

const MAX_BYTES = 64 * 1024 * 1024;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

// State that a page was made from, compared by identity.
export type Stamp = readonly unknown[];

type CachedPage = {
  readonly answer: Compressed;
  readonly isIndexed: boolean;
  readonly data: string;
  stamp: Stamp;
  until: number;
};

// Caches rendered pages until what they show changes: after a change of the book, the blog or the day, a page's data are
// made again, and rendered again where they differ.
export function createPageCache({ render, now }: { render: (page: Page) => string; now: () => Date }) {
  const pages = createByteCache<CachedPage>(MAX_BYTES, sizeOf);
  const underWay = new Map<string, Promise<CachedPage | null>>();

  async function make(
    key: string,
    stamp: Stamp,
    build: () => Promise<BuiltPage | null> | BuiltPage | null,
    beforeRender: () => void,
  ): Promise<CachedPage | null> {
    const at = now().getTime();
    const built = await build();
    if (!built) return null;
    const until = Math.min(built.until, nextParisMidnight(at));
    const data = JSON.stringify(built.page);
    const known = pages.get(key);
    if (known?.data === data) {
      known.stamp = stamp;
      known.until = until;
      return known;
    }
    beforeRender();
    const answer = await compressPage(render(built.page), 'text/html; charset=utf-8');
    const cached = { answer, isIndexed: built.page.isIndexed, data, stamp, until };
    pages.set(key, cached);
    return cached;
  }

  return {
    // null: no such page. `beforeRender` throws where rendering is refused.
    async get(
      key: string,
      stamp: Stamp,
      build: () => Promise<BuiltPage | null> | BuiltPage | null,
      beforeRender: () => void,
    ): Promise<CachedPage | null> {
      const known = pages.get(key);
      if (known && isSame(known.stamp, stamp) && now().getTime() < known.until) return known;
      const waited =
        underWay.get(key) ?? make(key, stamp, build, beforeRender).finally(() => underWay.delete(key));
      underWay.set(key, waited);
      return waited;
    },
  };
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
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { type, etag, plain, br, gzip: zipped };
}
