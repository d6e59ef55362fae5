import { dayAt } from '../branches/open-state.ts';
import { amountOf, centsOf } from '../money/cents.ts';
import { openStates } from './states.ts';

export type IdentityThreshold = {
  readonly from: string;
  readonly amount: number;
  readonly isIncluded: boolean;
  readonly days: number;
};

export const LINKED_STATES = [...openStates, 'collected'] as const;

/** Other exchange of the same person at the same company. `amount`: in the base, without fees; `at`: hand-over or pickup. */
export type LinkedExchange = { readonly number: string; readonly at: string; readonly amount: number };

/**
 * Base amounts of linked exchanges that require an identity document, by their first day. `days`: between linked ones, the
 * product's own choice (docs/law.md).
 */
export const IDENTITY_THRESHOLDS = [
  // Code monétaire et financier, R561-10, II, as changed by decree 2015-1338
  { from: '2016-01-01', amount: 1_000, isIncluded: false, days: 30 },
  // regulation (EU) 2024/1624, article 19, paragraph 4, not yet confirmed by counsel
  { from: '2027-07-10', amount: 3_000, isIncluded: true, days: 30 },
] as const satisfies readonly IdentityThreshold[];

export function identityThresholdAt({
  pickup_at,
  time_zone,
}: {
  pickup_at: string;
  time_zone: string;
}): IdentityThreshold {
  const day = dayAt(Date.parse(pickup_at), time_zone);
  return IDENTITY_THRESHOLDS.findLast(({ from }) => from <= day) ?? IDENTITY_THRESHOLDS[0];
}

export function isReached({ amount, isIncluded }: IdentityThreshold, worth: number): boolean {
  return isIncluded ? worth >= amount : worth > amount;
}

export const MOST_LINKED_DAYS = Math.max(...IDENTITY_THRESHOLDS.map(({ days }) => days));

type Moment = Parameters<typeof identityThresholdAt>[0];

export function linkedWithin<L extends LinkedExchange>(exchange: Moment, others: readonly L[]): readonly L[] {
  const { days } = identityThresholdAt(exchange);
  const isNear = ({ at }: L) =>
    Math.abs(Date.parse(at) - Date.parse(exchange.pickup_at)) <= days * 86_400_000;
  return others.filter(isNear);
}

export function sumLinked(others: readonly LinkedExchange[]): number {
  return amountOf(others.reduce((sum, { amount }) => sum + (centsOf(amount) ?? 0), 0));
}

/** Least linked amount that requires a document, so that nobody learns more of another account. 0: they do not decide. */
export function decisiveAmount(exchange: Moment, worth: number, linked: number): number {
  const threshold = identityThresholdAt(exchange);
  const cents = (amount: number) => centsOf(amount) ?? 0;
  const sum = amountOf(cents(worth) + cents(linked));
  if (isReached(threshold, worth) || !isReached(threshold, sum)) return 0;
  return amountOf(cents(threshold.amount) - cents(worth) + (threshold.isIncluded ? 0 : 1));
}
