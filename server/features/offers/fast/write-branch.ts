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

/** Instant of the comparison and, on a full minute, that for which its open branches are asked. */
type Instants = { readonly now: number; readonly asked: number | null };

const MINUTE = 60_000;
const MOST_CACHED = 10_000;
const MOST_ASKED = 5;
const FAR = '"distance_m":null';

type Branches = Map<number, BranchBytes>;

/** Cache of one minute by branch id, and of the last asked instants. A changed branch is another object. */
let cached = { minute: 0, branches: new Map() as Branches };
const asked = new Map<number, Branches>();

export function branchBytesOf(book: RateBook, branch: BookBranch, at: Instants): BranchBytes {
  const branches = at.asked === null ? branchesOfMinute(at.now) : branchesAsked(at.asked);
  const known = branches.get(branch.id);
  if (known?.branch === branch && known.openings === book.openings) return known;
  const { bytes, isOfMinute } = write(book, branch, at.asked ?? at.now);
  if (tricks.branchTexts && (at.asked !== null || isOfMinute)) branches.set(branch.id, bytes);
  return bytes;
}

function branchesOfMinute(now: number): Branches {
  const minute = Math.floor(now / MINUTE);
  if (cached.minute !== minute || cached.branches.size >= MOST_CACHED)
    cached = { minute, branches: new Map() };
  return cached.branches;
}

function branchesAsked(instant: number): Branches {
  const known = asked.get(instant);
  if (known && known.size < MOST_CACHED) return known;
  if (asked.size >= MOST_ASKED) asked.delete(asked.keys().next().value ?? 0);
  const branches: Branches = new Map();
  asked.set(instant, branches);
  return branches;
}

function write(book: RateBook, branch: BookBranch, at: number): { bytes: BranchBytes; isOfMinute: boolean } {
  const { openings } = book;
  const shown = toOfferBranch(book, branch, null, at);
  // quotes inside a string would be escaped
  const [start = '', end = ''] = JSON.stringify(shown).split(FAR);
  const bytes = { branch, openings, start: bytesOf(`,"branch":${start}"distance_m":`), end: bytesOf(end) };
  // texts of hours change on full minutes, and the day before a change right after one
  const isWhole = shown.open?.changes_at?.endsWith(':00.000Z') ?? true;
  return { bytes, isOfMinute: isWhole && at % MINUTE !== 0 };
}
