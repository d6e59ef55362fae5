import { type Static, Type } from 'typebox';

const Text = Type.Union([Type.String(), Type.Null()]);

/** Why a rate of the feed was not taken over. */
export const RefusalReason = Type.Union([
  Type.Literal('older'),
  Type.Literal('not_positive'),
  Type.Literal('unreadable'),
  /** far off what is held, and seen in no feed of another day */
  Type.Literal('jump'),
]);
export type RefusalReason = Static<typeof RefusalReason>;

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
  /** how many rates of the last good feed hold now, new or not */
  accepted: Type.Integer(),
  refusals: Type.Array(
    Type.Object({
      code: Type.String(),
      /** as the feed wrote it */
      rate: Type.String(),
      /** the rate that stays; null when there is none */
      held: Text,
      reason: RefusalReason,
    }),
  ),
});
export type FeedHealth = Static<typeof FeedHealth>;
