import type { FoundBranch } from '../../../rate-book/branch-index.ts';
import type { Openings, RateBook } from '../../../rate-book/rate-book.ts';
import { showBranch } from '../branch-wishes.ts';
import { bytesOf } from './ascii.ts';

type Kept = { readonly bytes: Uint8Array; readonly minute: number; readonly openings: Openings };

const MINUTE = 60_000;

/** A branch that changed is found anew. */
const kept = new WeakMap<FoundBranch, Kept>();

/** What an offer says of its branch, and its end: kept for as long as a minute lasts. */
export function branchBytes(book: RateBook, found: FoundBranch, now: number): Uint8Array {
  const { openings } = book;
  const minute = Math.floor(now / MINUTE);
  const known = kept.get(found);
  if (known?.minute === minute && known.openings === openings) return known.bytes;
  const shown = showBranch(book, found, now);
  const bytes = bytesOf(`,"branch":${JSON.stringify(shown)}},`);
  // what hours say changes with a minute, and a day before that right after one has begun
  const isWhole = shown.open?.changes_at?.endsWith(':00.000Z') ?? true;
  if (isWhole && now % MINUTE !== 0) kept.set(found, { bytes, minute, openings });
  return bytes;
}
