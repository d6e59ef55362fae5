import type { FoundBranch } from '../../../rate-book/branch-index.ts';
import type { BookBranch, Openings, RateBook } from '../../../rate-book/rate-book.ts';
import { showBranch } from '../branch-wishes.ts';
import { bytesOf, writeBytes, writeWhole } from './ascii.ts';

/** What an offer says of a branch before how far it is, and after that. */
type Written = { readonly start: Uint8Array; readonly end: Uint8Array; readonly openings: Openings };
/** A branch, as it is written, so far away. */
export type Door = { readonly written: Written; readonly metres: number | null };

const MINUTE = 60_000;
/** Kept at most, in bytes; and what one costs beside its own. */
const MOST_KEPT = 16 * 1024 * 1024;
const AROUND_BYTES = 300;
/** The most bytes of a distance. */
const DISTANCE = 10;
const FAR = '"distance_m":null';
const NULL = bytesOf('null');

/** What was written in one minute, let go as a whole: of what is asked once, nothing outlives it. A branch that changed is another object. */
let kept = { minute: 0, size: 0, written: new WeakMap<BookBranch, Written>() };

export function doorOf(book: RateBook, { branch, metres }: FoundBranch, now: number): Door {
  const minute = Math.floor(now / MINUTE);
  if (kept.minute !== minute || kept.size > MOST_KEPT) kept = { minute, size: 0, written: new WeakMap() };
  const known = kept.written.get(branch);
  return { written: known?.openings === book.openings ? known : write(book, branch, now), metres };
}

/** From wherever it is asked: a branch says the same of itself but for its distance. */
function write(book: RateBook, branch: BookBranch, now: number): Written {
  const { openings } = book;
  const shown = showBranch(book, { branch, metres: null }, now);
  // within a text its quotes would be escaped
  const [start = '', end = ''] = JSON.stringify(shown).split(FAR);
  const written = {
    start: bytesOf(`,"branch":${start}"distance_m":`),
    end: bytesOf(end),
    openings,
  };
  // what hours say changes with a minute, and a day before that right after one has begun
  const isWhole = shown.open?.changes_at?.endsWith(':00.000Z') ?? true;
  if (isWhole && now % MINUTE !== 0) {
    kept.written.set(branch, written);
    kept.size += written.start.length + written.end.length + AROUND_BYTES;
  }
  return written;
}

export function doorLength({ written: { start, end } }: Door): number {
  return start.length + DISTANCE + end.length;
}

export function writeDoor(into: Uint8Array, start: number, { written, metres }: Door): number {
  let at = writeBytes(into, start, written.start);
  at = metres === null ? writeBytes(into, at, NULL) : writeWhole(into, at, Math.round(metres));
  return writeBytes(into, at, written.end);
}
