import { type Static, Type } from 'typebox';

const Text = Type.Union([Type.String(), Type.Null()]);

/** Why a rate of the feed was not taken over. */
export const refusalReasons = ['older', 'not_positive', 'unreadable', 'jump'] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** How the mid-rate feed does. Times ISO 8601; null: never yet. */
export const FeedHealth = Type.Object({
  /** without one, rates are imported by hand */
  is_configured: Type.Boolean(),
  checked_at: Text,
  succeeded_at: Text,
  /** the day that the last good feed spoke of, YYYY-MM-DD */
  day: Text,
  source: Text,
  /** why the last check failed, a French sentence; null when it did not */
  error: Text,
  accepted: Type.Integer(),
  refusals: Type.Array(
    Type.Object({
      code: Type.String(),
      /** as the feed wrote it */
      rate: Type.String(),
      /** the rate that stays; null when there is none */
      held: Text,
      reason: Type.Union(refusalReasons.map((reason) => Type.Literal(reason))),
    }),
  ),
});
export type FeedHealth = Static<typeof FeedHealth>;
