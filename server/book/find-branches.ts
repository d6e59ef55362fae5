import { BranchIndex, type BranchQuestion, type WhoIsOpen } from './branch-index.ts';
import { BranchLayout, type Owners, ownersIn } from './branch-layout.ts';
import type { Found, FoundBranches } from './found-branches.ts';
import { KeptAnswers } from './kept-answers.ts';
import type { BookCompany, Openings, RateBook } from './rate-book.ts';

/** Number and bytes of cached searches of an index. */
const MOST_KEPT = { count: 2_000, weight: 24 * 1024 * 1024 };
const MOST_TIMES = 16;
/** Changes of companies after which all searches are dropped. */
export const MOST_CHANGES = 1_000;

/** `changes`: number of changes when it was made. */
type Answer = { readonly found: Found; readonly changes: number; readonly hangsOnHours: boolean };

type Kept = {
  readonly layout: BranchLayout;
  readonly owners: Owners;
  readonly index: BranchIndex;
  /** Indexes of changed companies, state after state. */
  readonly changes: readonly number[];
  openings: Openings;
  answers: KeptAnswers<Answer>;
  times: Map<number, WhoIsOpen>;
};

/** Keyed by the state object that copies of a book may share, built at the first search. */
const states = new WeakMap<object, Kept>();

/** Last state, whose searches mostly stay true in the next one. */
let last: Kept | null = null;

export function findBranches(book: RateBook, question: BranchQuestion): FoundBranches {
  const kept = keptOf(book);
  const { answers, changes } = kept;
  const { key } = question;
  const known = answers.get(key);
  const answer = known?.changes === changes.length ? known : answerTo(question, kept, known);
  answers.put(key, answer);
  return answer.found;
}

function answerTo(question: BranchQuestion, kept: Kept, before: Answer | undefined): Answer {
  const { index, changes } = kept;
  const open = whoIsOpen(kept, question);
  const found = before
    ? index.findAgain(before.found, new Set(changes.slice(before.changes)), question, open)
    : index.find(question, open);
  return { found, changes: changes.length, hangsOnHours: question.openAt !== null };
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
  const known = states.get(branchesState);
  const kept = known ?? next(last, book);
  if (kept.openings !== openings) forgetHours(kept, openings);
  if (!known) {
    states.set(branchesState, kept);
    last = kept;
  }
  return kept;
}

function next(before: Kept | null, { companies, openings }: RateBook): Kept {
  const owners = before && ownersIn(before.layout, companies, before.owners);
  if (!before || !owners) return first(companies, openings);
  const { layout } = before;
  const index = new BranchIndex(layout, owners);
  const changes = [...before.changes, ...owners.changed];
  const isKnown = changes.length <= MOST_CHANGES;
  const answers = isKnown ? before.answers : new KeptAnswers<Answer>(MOST_KEPT);
  // the former book may still be asked
  before.answers = new KeptAnswers(MOST_KEPT);
  const { openings: hours } = before;
  return {
    layout,
    owners,
    index,
    changes: isKnown ? changes : [],
    answers,
    times: new Map(),
    openings: hours,
  };
}

function first(companies: readonly BookCompany[], openings: Openings): Kept {
  const layout = new BranchLayout(companies.flatMap(({ branches }) => branches));
  const owners = ownersIn(layout, companies);
  if (!owners) throw new Error('branches that were just laid out have no place');
  const index = new BranchIndex(layout, owners);
  const answers = new KeptAnswers<Answer>(MOST_KEPT);
  return { layout, owners, index, changes: [], openings, answers, times: new Map() };
}

function forgetHours(kept: Kept, openings: Openings): void {
  kept.openings = openings;
  kept.times.clear();
  kept.answers.forget(({ hangsOnHours }) => hangsOnHours);
}
