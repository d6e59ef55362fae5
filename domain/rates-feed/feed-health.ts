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

const Refusal = Type.Object({
  code: Type.String(),
  rate: Type.String(),
  held: Text,
  reason: RefusalReason,
});

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
  refusals: Type.Array(Refusal),
});
export type FeedHealth = Static<typeof FeedHealth>;

// `name`: source of the rates where the text names none.
export const RatesFile = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 120 }),
  text: Type.String({ minLength: 1, maxLength: 300_000 }),
});

// `accepted`: valid rates of the file, new or not.
export const ImportedRates = Type.Object({
  day: Type.String(),
  source: Type.String(),
  accepted: Type.Integer(),
  added: Type.Integer(),
  refusals: Type.Array(Refusal),
});
export type ImportedRates = Static<typeof ImportedRates>;
