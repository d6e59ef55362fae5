import type { BookBranch, Openings, RateBook } from '../../../book/rate-book.ts';
import { tricks } from '../../../book/tricks.ts';
import { toOfferBranch } from '../branch-filter.ts';
import { bytesOf } from './ascii.ts';

export type BranchBytes = {
  readonly branch: BookBranch;
  readonly openings: Openings;
  readonly start: Uint8Array;
  readonly end: Uint8Array;
};

const MINUTE = 60_000;
const MOST_CACHED = 20_000;
const FAR = '"distance_m":null';

/** Cache of one minute by branch id, dropped as a whole. A changed branch is another object. */
let cached = { minute: 0, branches: new Map<number, BranchBytes>() };

export function branchBytesOf(book: RateBook, branch: BookBranch, now: number): BranchBytes {
  const minute = Math.floor(now / MINUTE);
  if (cached.minute !== minute || cached.branches.size >= MOST_CACHED)
    cached = { minute, branches: new Map() };
  const known = cached.branches.get(branch.id);
  return known?.branch === branch && known.openings === book.openings ? known : write(book, branch, now);
}

function write(book: RateBook, branch: BookBranch, now: number): BranchBytes {
  const { openings } = book;
  const shown = toOfferBranch(book, branch, null, now);
  // quotes inside a string would be escaped
  const [start = '', end = ''] = JSON.stringify(shown).split(FAR);
  const bytes = { branch, openings, start: bytesOf(`,"branch":${start}"distance_m":`), end: bytesOf(end) };
  // texts of hours change on full minutes, and the day before a change right after one
  const isWhole = shown.open?.changes_at?.endsWith(':00.000Z') ?? true;
  if (tricks.branchTexts && isWhole && now % MINUTE !== 0) cached.branches.set(branch.id, bytes);
  return bytes;
}
