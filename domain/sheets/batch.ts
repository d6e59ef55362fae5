import { type Static, Type } from 'typebox';
import { FixingRequest, OfBranch, RateRow } from '../rates/fixing.ts';
import { OptionalRate } from '../rates/optional-rate.ts';

export const MAX_BATCH = 200;

const { currency, amounts, updated_at } = FixingRequest.properties;

/**
 * Fixings that are all made or none, each currency once. `seen`: the amounts at `updated_at`, so that a row that was
 * only confirmed since is no conflict.
 */
export const BatchRequest = Type.Object({
  base: Type.String({ maxLength: 3 }),
  fixings: Type.Array(
    Type.Object({
      currency,
      amounts,
      updated_at,
      seen: Type.Optional(Type.Object({ purchase: OptionalRate, sale: OptionalRate })),
    }),
    { minItems: 1, maxItems: MAX_BATCH },
  ),
  /** Pause of the rules of these currencies. Left out: as paused now, or until midnight. */
  by_hand_until: Type.Optional(Type.Union([Type.Literal('midnight'), Type.Literal('given_back')])),
  origin: Type.Optional(Type.Union([Type.Literal('batch'), Type.Literal('import')])),
  ...OfBranch,
});
export type BatchRequest = Static<typeof BatchRequest>;

export const BatchAnswer = Type.Object({
  rates: Type.Array(RateRow),
  batch_id: Type.Union([Type.Integer(), Type.Null()]),
});
export type BatchAnswer = Static<typeof BatchAnswer>;

export type BatchRefusal = {
  message: string;
  code: 'invalid_lines';
  lines: { currency: string; message: string }[];
};

export type BatchConflict = { message: string; code: 'fixings_changed'; conflicts: RateRow[] };

export const TakeBackRequest = Type.Object({
  batch_id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
});

export const TakeBackAnswer = Type.Object({ rates: Type.Array(RateRow) });

/** Newest batch that can be taken back until `until`. null: none. */
export const LastBatch = Type.Union([
  Type.Object({
    batch_id: Type.Integer(),
    at: Type.String(),
    count: Type.Integer(),
    by: Type.Union([Type.Object({ name: Type.String(), surname: Type.String() }), Type.Null()]),
    until: Type.String(),
  }),
  Type.Null(),
]);
export type LastBatch = Static<typeof LastBatch>;
