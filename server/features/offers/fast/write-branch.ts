import type { FoundBranch } from '../../../rate-book/branch-index.ts';
import type { Openings, RateBook } from '../../../rate-book/rate-book.ts';
import { showBranch } from '../branch-wishes.ts';
import { bytesOf } from './ascii.ts';

type Written = { readonly bytes: Uint8Array; readonly openings: Openings };

const MINUTE = 60_000;
/** Kept at most, in bytes; and what one costs beside its own. */
const MOST_KEPT = 16 * 1024 * 1024;
const AROUND_BYTES = 250;

/** What was written in one minute, let go as a whole: of what is asked once, nothing outlives it. A branch that changed is found anew. */
let kept = { minute: 0, size: 0, written: new WeakMap<FoundBranch, Written>() };

/** What an offer says of its branch, and its end: kept for as long as a minute lasts. */
export function branchBytes(book: RateBook, found: FoundBranch, now: number): Uint8Array {
  const { openings } = book;
  const minute = Math.floor(now / MINUTE);
  if (kept.minute !== minute || kept.size > MOST_KEPT) kept = { minute, size: 0, written: new WeakMap() };
  const known = kept.written.get(found);
  if (known?.openings === openings) return known.bytes;
  const shown = showBranch(book, found, now);
  const bytes = bytesOf(`,"branch":${JSON.stringify(shown)}},`);
  // what hours say changes with a minute, and a day before that right after one has begun
  const isWhole = shown.open?.changes_at?.endsWith(':00.000Z') ?? true;
  if (isWhole && now % MINUTE !== 0) {
    kept.written.set(found, { bytes, openings });
    kept.size += bytes.length + AROUND_BYTES;
  }
  return bytes;
}
