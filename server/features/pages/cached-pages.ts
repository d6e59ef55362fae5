import { nextParisMidnight } from '#domain/pages/format-fixed.ts';
import type { Page } from '#domain/pages/page.ts';
import { createByteCache } from '../../http/byte-cache.ts';
import type { Compressed } from '../../http/compressed.ts';
import { HttpError } from '../../http/http-error.ts';
import type { BuiltPage } from './page-context.ts';

// State that a page was made from, compared by identity.
export type Stamp = readonly unknown[];

export type CachedPage = {
  readonly answer: Compressed;
  readonly isIndexed: boolean;
  // Text that the answer was made from.
  readonly data: string;
  stamp: Stamp;
  until: number;
  // End of the day that its hours are of.
  readonly midnight: number;
};

type Parts = {
  readonly now: () => Date;
  // Bounds of two caches, so that invented pages push no other out.
  readonly maxBytes: { readonly ours: number; readonly invented: number };
  // Text that says whether a page must be made again.
  readonly describe: (page: Page) => string;
  readonly make: (page: Page) => Promise<Compressed>;
};

export type Wanted = {
  readonly key: string;
  readonly stamp: Stamp;
  readonly build: () => Promise<BuiltPage | null> | BuiltPage | null;
  // true for an address that anybody may make up.
  readonly isInvented: boolean;
  // Quota of renderings, of which a call takes one.
  readonly mayRender: () => boolean;
};

// Caches rendered pages until what they show changes: after a change of the book, the blog or the day, a page's data are
// made again, and rendered again where they differ.
export function createPageCache({ now, maxBytes, describe, make: makeAnswer }: Parts) {
  const ours = createByteCache<CachedPage>(maxBytes.ours, sizeOf);
  const invented = createByteCache<CachedPage>(maxBytes.invented, sizeOf);
  const underWay = new Map<string, Promise<CachedPage | null>>();

  async function make({ key, stamp, build, isInvented, mayRender }: Wanted): Promise<CachedPage | null> {
    const pages = isInvented ? invented : ours;
    const at = now().getTime();
    const known = pages.get(key);
    // before its data, whose making is work too
    if (!known && !mayRender()) throw tooMany();
    const built = await build();
    if (!built) return null;
    const midnight = nextParisMidnight(at);
    const until = Math.min(built.until, midnight);
    const data = describe(built.page);
    if (known?.data === data) {
      known.stamp = stamp;
      known.until = until;
      return known;
    }
    if (known && !mayRender()) {
      // rates of a moment ago, with the hour of each, rather than none
      if (at < known.midnight) return known;
      throw tooMany();
    }
    const answer = await makeAnswer(built.page);
    const cached = { answer, isIndexed: built.page.isIndexed, data, stamp, until, midnight };
    pages.set(key, cached);
    return cached;
  }

  function validOf(pages: typeof ours, key: string, stamp: Stamp): CachedPage | null {
    const known = pages.get(key);
    return known && isSame(known.stamp, stamp) && now().getTime() < known.until ? known : null;
  }

  return {
    // Page that is cached and valid, whoever it is of.
    peek: (key: string, stamp: Stamp): CachedPage | null =>
      validOf(ours, key, stamp) ?? validOf(invented, key, stamp),

    // null: no such page. Throws an HttpError (429) where rendering is refused and nothing of the day is cached.
    async get(wanted: Wanted): Promise<CachedPage | null> {
      const { key, stamp, isInvented } = wanted;
      const known = validOf(isInvented ? invented : ours, key, stamp);
      if (known) return known;
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
  // pictures are not compressed again
  const bodies = br === plain ? plain.length : plain.length + br.length + zipped.length;
  return bodies + 2 * data.length;
}
