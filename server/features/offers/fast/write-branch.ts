import type { FoundBranch } from '../../../book/found-branches.ts';
import type { BookBranch, Openings, RateBook } from '../../../book/rate-book.ts';
import { toOfferBranch } from '../branch-filter.ts';
import { bytesOf, writeBytes, writeWhole } from './ascii.ts';

export type BranchBytes = {
  readonly branch: BookBranch;
  readonly openings: Openings;
  readonly start: Uint8Array;
  readonly end: Uint8Array;
};

const MINUTE = 60_000;
/** Cache bound in bytes, and estimated overhead of an entry. */
const MOST_CACHED = 16 * 1024 * 1024;
const AROUND_BYTES = 300;
const DISTANCE = 10;
const FAR = '"distance_m":null';
const NULL = bytesOf('null');

/** Cache of one minute by branch id, dropped as a whole. A changed branch is another object. */
let kept = { minute: 0, size: 0, branches: new Map<number, BranchBytes>() };

export function branchBytesOf(book: RateBook, { branch }: FoundBranch, now: number): BranchBytes {
  const minute = Math.floor(now / MINUTE);
  if (kept.minute !== minute || kept.size > MOST_CACHED) kept = { minute, size: 0, branches: new Map() };
  const known = kept.branches.get(branch.id);
  return known?.branch === branch && known.openings === book.openings ? known : write(book, branch, now);
}

function write(book: RateBook, branch: BookBranch, now: number): BranchBytes {
  const { openings } = book;
  const shown = toOfferBranch(book, { branch, metres: null }, now);
  // quotes inside a string would be escaped
  const [start = '', end = ''] = JSON.stringify(shown).split(FAR);
  const bytes = {
    branch,
    openings,
    start: bytesOf(`,"branch":${start}"distance_m":`),
    end: bytesOf(end),
  };
  // texts of hours change on full minutes, and the day before a change right after one
  const isWhole = shown.open?.changes_at?.endsWith(':00.000Z') ?? true;
  if (isWhole && now % MINUTE !== 0) {
    kept.branches.set(branch.id, bytes);
    kept.size += bytes.start.length + bytes.end.length + AROUND_BYTES;
  }
  return bytes;
}

export function branchLength({ start, end }: BranchBytes): number {
  return start.length + DISTANCE + end.length;
}

export function writeBranch(
  into: Uint8Array,
  start: number,
  bytes: BranchBytes,
  metres: number | null,
): number {
  let at = writeBytes(into, start, bytes.start);
  at = metres === null ? writeBytes(into, at, NULL) : writeWhole(into, at, Math.round(metres));
  return writeBytes(into, at, bytes.end);
}
