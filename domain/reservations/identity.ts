import { dayAt } from '../branches/open-state.ts';

export type IdentityThreshold = {
  readonly from: string;
  readonly amount: number;
  readonly isIncluded: boolean;
};

/** Base amounts of an exchange that require an identity document, by their first day. Sources are in docs/law.md. */
export const IDENTITY_THRESHOLDS = [
  // Code monétaire et financier, R561-10, II, as changed by decree 2015-1338
  { from: '2016-01-01', amount: 1_000, isIncluded: false },
  // regulation (EU) 2024/1624, article 19, paragraph 4, not yet confirmed by counsel
  { from: '2027-07-10', amount: 3_000, isIncluded: true },
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
