import { type Static, Type } from 'typebox';

const Text = Type.Union([Type.String(), Type.Null()]);

export const RefusalReason = Type.Union([
  Type.Literal('older'),
  Type.Literal('not_positive'),
  Type.Literal('unreadable'),
  /** Far from the present rate, and unconfirmed by a feed of another day. */
  Type.Literal('jump'),
]);
export type RefusalReason = Static<typeof RefusalReason>;

/** ISO 8601 times. null: never. */
export const FeedHealth = Type.Object({
  /** false: rates are imported by hand. */
  is_configured: Type.Boolean(),
  checked_at: Text,
  succeeded_at: Text,
  day: Text,
  source: Text,
  /** French sentence. null: the last check succeeded. */
  error: Text,
  accepted: Type.Integer(),
  refusals: Type.Array(
    Type.Object({
      code: Type.String(),
      rate: Type.String(),
      held: Text,
      reason: RefusalReason,
    }),
  ),
});
export type FeedHealth = Static<typeof FeedHealth>;
