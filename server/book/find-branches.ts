import { BranchIndex, type BranchQuestion, type OpenStates } from './branch-index.ts';
import { BranchLayout, type Owners, ownersIn } from './branch-layout.ts';
import type { Found, FoundBranches } from './found-branches.ts';
import type { BookCompany, Openings, RateBook } from './rate-book.ts';
import { SearchCache } from './search-cache.ts';

/** Number and bytes of cached searches of an index. */
const CACHE_LIMITS = { count: 2_000, weight: 24 * 1024 * 1024 };
const MOST_TIMES = 16;
/** Changes of companies after which all searches are dropped. */
export const MOST_CHANGES = 1_000;

/** `changes`: number of changes when it was made. */
type Answer = { readonly found: Found; readonly changes: number; readonly hangsOnHours: boolean };

type CachedState = {
  readonly layout: BranchLayout;
  readonly owners: Owners;
  readonly index: BranchIndex;
  /** Indexes of changed companies, state after state. */
  readonly changes: readonly number[];
  openings: Openings;
  answers: SearchCache<Answer>;
  times: Map<number, OpenStates>;
};

/** Keyed by the state object that copies of a book may share, built at the first search. */
const states = new WeakMap<object, CachedState>();

/** Last state, whose searches mostly stay true in the next one. */
let last: CachedState | null = null;

export function findBranches(book: RateBook, question: BranchQuestion): FoundBranches {
  const state = cachedStateOf(book);
  const { answers, changes } = state;
  const { key } = question;
  const known = answers.get(key);
  const answer = known?.changes === changes.length ? known : answerTo(question, state, known);
  answers.put(key, answer);
  return answer.found;
}

function answerTo(question: BranchQuestion, state: CachedState, before: Answer | undefined): Answer {
  const { index, changes } = state;
  const open = openStates(state, question);
  const found = before
    ? index.findAgain(before.found, new Set(changes.slice(before.changes)), question, open)
    : index.find(question, open);
  return { found, changes: changes.length, hangsOnHours: question.openAt !== null };
}

function openStates({ index, openings, times }: CachedState, { openAt }: BranchQuestion): OpenStates | null {
  if (openAt === null) return null;
  const known = times.get(openAt);
  if (known) return known;
  if (times.size >= MOST_TIMES) times.clear();
  const asked = index.openStatesAt(openings, openAt);
  times.set(openAt, asked);
  return asked;
}

function cachedStateOf(book: RateBook): CachedState {
  const { branchesState, openings } = book;
  const known = states.get(branchesState);
  const state = known ?? next(last, book);
  if (state.openings !== openings) dropHours(state, openings);
  if (!known) {
    states.set(branchesState, state);
    last = state;
  }
  return state;
}

function next(before: CachedState | null, { companies, openings }: RateBook): CachedState {
  const owners = before && ownersIn(before.layout, companies, before.owners);
  if (!before || !owners) return first(companies, openings);
  const { layout } = before;
  const index = new BranchIndex(layout, owners);
  const changes = [...before.changes, ...owners.changed];
  const isKnown = changes.length <= MOST_CHANGES;
  const answers = isKnown ? before.answers : new SearchCache<Answer>(CACHE_LIMITS);
  // the former book may still be asked
  before.answers = new SearchCache(CACHE_LIMITS);
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

function first(companies: readonly BookCompany[], openings: Openings): CachedState {
  const layout = new BranchLayout(companies.flatMap(({ branches }) => branches));
  const owners = ownersIn(layout, companies);
  if (!owners) throw new Error('branches that were just laid out have no place');
  const index = new BranchIndex(layout, owners);
  const answers = new SearchCache<Answer>(CACHE_LIMITS);
  return { layout, owners, index, changes: [], openings, answers, times: new Map() };
}

function dropHours(state: CachedState, openings: Openings): void {
  state.openings = openings;
  state.times.clear();
  state.answers.drop(({ hangsOnHours }) => hangsOnHours);
}
