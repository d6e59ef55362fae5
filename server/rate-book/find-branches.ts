import { BranchIndex, type BranchQuestion, type WhoIsOpen } from './branch-index.ts';
import { BranchLayout, ownersIn } from './branch-layout.ts';
import type { FoundBranches } from './found-branches.ts';
import type { BookCompany, Openings, RateBook } from './rate-book.ts';

/** What is kept of an index's answers weighs so many bytes in all, as they count themselves; and how many of them. */
const MOST_KEPT = 24 * 1024 * 1024;
const MOST_ANSWERS = 2_000;
/** Of so many times it is kept who is open then. */
const MOST_TIMES = 16;

type Kept = {
  readonly index: BranchIndex;
  openings: Openings;
  readonly answers: Map<string, FoundBranches>;
  readonly times: Map<number, WhoIsOpen>;
  size: number;
};

/** By the state of a book's branches, which a copy of the book may share; made at the first question about it. */
const indexes = new WeakMap<object, Kept>();

/** Of the book that was asked last: of its next state most branches are the same. */
let layout = new BranchLayout([]);

/** Which companies of the book have a branch that fits, and which. */
export function findBranches(book: RateBook, question: BranchQuestion): FoundBranches {
  const kept = keptOf(book);
  const { answers } = kept;
  const { key } = question;
  const known = answers.get(key);
  const found = known ?? kept.index.find(question, whoIsOpen(kept, question));
  // the one that was asked for last is the last to go
  if (known) answers.delete(key);
  else kept.size += found.weight;
  answers.set(key, found);
  for (const [oldest, { weight }] of answers) {
    if (kept.size <= MOST_KEPT && answers.size <= MOST_ANSWERS) break;
    answers.delete(oldest);
    kept.size -= weight;
  }
  return found;
}

function whoIsOpen({ index, openings, times }: Kept, { openAt }: BranchQuestion): WhoIsOpen | null {
  if (openAt === null) return null;
  const known = times.get(openAt);
  if (known) return known;
  if (times.size >= MOST_TIMES) times.clear();
  const asked = index.whoIsOpen(openings, openAt);
  times.set(openAt, asked);
  return asked;
}

function keptOf(book: RateBook): Kept {
  const { branchesState, openings } = book;
  const known = indexes.get(branchesState);
  if (known?.openings === openings) return known;
  const index = known?.index ?? indexOf(book.companies);
  const made = { index, openings, answers: new Map(), times: new Map(), size: 0 };
  indexes.set(branchesState, made);
  return made;
}

function indexOf(companies: readonly BookCompany[]): BranchIndex {
  const known = ownersIn(layout, companies);
  if (known) return new BranchIndex(companies, layout, known);
  layout = new BranchLayout(companies.flatMap(({ branches }) => branches));
  const owners = ownersIn(layout, companies);
  if (!owners) throw new Error('branches that were just laid out have no place');
  return new BranchIndex(companies, layout, owners);
}
