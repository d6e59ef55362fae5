import type { BranchKind } from '../branches/branch.ts';
import { isAnyAllowed } from '../iam/scopes.ts';
import { modeOf, type ReservationTerms } from '../terms/terms.ts';
import type { CompanyFilter, Step, StepName, Trouble } from './assessment.ts';

export type Staff = {
  readonly id: number;
  readonly name: string;
  // Has a password, and came in by it.
  readonly hasCome: boolean;
  readonly isSuspended: boolean;
  readonly hasFactor: boolean;
  readonly scopes: readonly string[];
};

export type CompanyFacts = {
  readonly isSuspended: boolean;
  readonly isAdmitted: boolean;
  readonly chargesFees: boolean;
  readonly requiresFactor: boolean;
  // Currencies on the company's own sheet.
  readonly sheetCurrencies: number;
  // Rates that nobody has to review, and those of them that are fresh.
  readonly rates: number;
  readonly freshRates: number;
  // Kinds of the open branches.
  readonly kinds: readonly BranchKind[];
  readonly hasHours: boolean;
  readonly modes: ReservationTerms['modes'] | null;
  readonly hasStock: boolean;
  // Requests that wait for more than half of their time, or lapsed in the last week.
  readonly unanswered: number;
  readonly staff: readonly Staff[];
};

export type Assessment = { readonly steps: readonly Step[]; readonly troubles: readonly Trouble[] };

const ANSWERS: readonly string[] = ['orders.edit.me', 'reservations.edit.me'];
// Scopes of the users who may do a step. null: an administrator alone; none: any user, each for oneself.
const RIGHTS: Readonly<Record<StepName, readonly string[] | null>> = {
  sheet: ['fixings.list.me'],
  rates: ['fixings.list.me'],
  factor: [],
  branch: ['branches.edit.me'],
  fees: null,
  terms: ANSWERS,
  stocks: ANSWERS,
  answers: null,
};

// Steps that a company lacks before travellers see it, and its troubles.
export function assessCompany(facts: CompanyFacts): Assessment {
  const active = facts.staff.filter(({ hasCome, isSuspended }) => hasCome && !isSuspended);
  const mayAnswer = active.some((user) => holdsAny(user, ANSWERS));
  const { isAdmitted, requiresFactor } = facts;
  const done: readonly (readonly [StepName, isAsked: boolean, isDone: boolean])[] = [
    ['sheet', true, facts.sheetCurrencies > 0 || facts.rates > 0],
    ['rates', true, facts.rates > 0],
    ['factor', requiresFactor, active.some(({ hasFactor }) => hasFactor)],
    ['branch', true, facts.hasHours],
    ['fees', true, !facts.chargesFees],
    ['terms', isAdmitted, offersPickup(facts)],
    ['stocks', isAdmitted, facts.hasStock],
    ['answers', isAdmitted, mayAnswer],
  ];
  return {
    steps: done.flatMap(([step, isAsked, is_done]) =>
      isAsked ? [{ step, is_done, by: doersOf(step, active) }] : [],
    ),
    troubles: listTroubles(facts, mayAnswer),
  };
}

export function matchesFilter(
  { isSuspended, isAdmitted }: Pick<CompanyFacts, 'isSuspended' | 'isAdmitted'>,
  { troubles }: Assessment,
  filter: CompanyFilter,
): boolean {
  if (filter === 'suspended') return isSuspended;
  return filter === 'beta' ? isAdmitted : troubles.includes(filter);
}

function listTroubles(facts: CompanyFacts, mayAnswer: boolean): Trouble[] {
  const { isSuspended, isAdmitted, rates, freshRates, staff, unanswered } = facts;
  // a suspended company is out of the comparisons on purpose; its travellers still wait
  const found: readonly (readonly [Trouble, boolean])[] = [
    ['no_rates', !isSuspended && rates === 0],
    ['stale', !isSuspended && rates > 0 && freshRates === 0],
    ['nobody_came', !isSuspended && !staff.some(({ hasCome }) => hasCome)],
    ['nobody_answers', !isSuspended && isAdmitted && !mayAnswer],
    ['unanswered', unanswered > 0],
  ];
  return found.flatMap(([trouble, isFound]) => (isFound ? [trouble] : []));
}

// Without a branch, the company itself is in town.
function offersPickup({ kinds, modes }: CompanyFacts): boolean {
  return (kinds.length === 0 ? [null] : kinds).some((kind) => {
    const mode = modeOf(kind);
    return mode !== null && modes?.[mode].is_offered === true;
  });
}

function doersOf(step: StepName, active: readonly Staff[]): Step['by'] {
  const scopes = RIGHTS[step];
  if (scopes === null) return [];
  return active
    .filter((user) => scopes.length === 0 || holdsAny(user, scopes))
    .map(({ id, name }) => ({ id, name }));
}

function holdsAny({ scopes }: Staff, requested: readonly string[]): boolean {
  return isAnyAllowed(requested, scopes.join(','));
}
