import type { FoundBranch } from '../../../book/found-branches.ts';
import type { BookBranch, Openings, RateBook } from '../../../book/rate-book.ts';
import { showBranch } from '../branch-wishes.ts';
import { bytesOf, writeBytes, writeWhole } from './ascii.ts';

/** What an offer says of a branch before how far it is, and after that. */
export type Door = {
  readonly branch: BookBranch;
  readonly openings: Openings;
  readonly start: Uint8Array;
  readonly end: Uint8Array;
};

const MINUTE = 60_000;
/** Kept at most, in bytes; and what one costs beside its own. */
const MOST_KEPT = 16 * 1024 * 1024;
const AROUND_BYTES = 300;
/** The most bytes of a distance. */
const DISTANCE = 10;
const FAR = '"distance_m":null';
const NULL = bytesOf('null');

/** What was written in one minute, by ids, let go as a whole. A branch that changed is another object. */
let kept = { minute: 0, size: 0, doors: new Map<number, Door>() };

export function doorOf(book: RateBook, { branch }: FoundBranch, now: number): Door {
  const minute = Math.floor(now / MINUTE);
  if (kept.minute !== minute || kept.size > MOST_KEPT) kept = { minute, size: 0, doors: new Map() };
  const known = kept.doors.get(branch.id);
  return known?.branch === branch && known.openings === book.openings ? known : write(book, branch, now);
}

/** From wherever it is asked: a branch says the same of itself but for its distance. */
function write(book: RateBook, branch: BookBranch, now: number): Door {
  const { openings } = book;
  const shown = showBranch(book, { branch, metres: null }, now);
  // within a text its quotes would be escaped
  const [start = '', end = ''] = JSON.stringify(shown).split(FAR);
  const door = {
    ...{ branch, openings },
    start: bytesOf(`,"branch":${start}"distance_m":`),
    end: bytesOf(end),
  };
  // what hours say changes with a minute, and a day before that right after one has begun
  const isWhole = shown.open?.changes_at?.endsWith(':00.000Z') ?? true;
  if (isWhole && now % MINUTE !== 0) {
    kept.doors.set(branch.id, door);
    kept.size += door.start.length + door.end.length + AROUND_BYTES;
  }
  return door;
}

export function doorLength({ start, end }: Door): number {
  return start.length + DISTANCE + end.length;
}

export function writeDoor(into: Uint8Array, start: number, door: Door, metres: number | null): number {
  let at = writeBytes(into, start, door.start);
  at = metres === null ? writeBytes(into, at, NULL) : writeWhole(into, at, Math.round(metres));
  return writeBytes(into, at, door.end);
}
