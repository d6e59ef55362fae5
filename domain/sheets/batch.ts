import { type Static, Type } from 'typebox';
import { FixingRequest, OfBranch, RateRow } from '../rates/fixing.ts';
import { OptionalRate } from '../rates/optional-rate.ts';

/** How many currencies are published at once at most. */
export const MOST_AT_ONCE = 200;

const { currency, amounts, updated_at } = FixingRequest.properties;

/**
 * Fixings that are all made, or none. Each currency once; what is left out means what it means for one fixing. `seen`: the
 * amounts that stood there at `updated_at`; a row that was only confirmed since then is not another one.
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
    { minItems: 1, maxItems: MOST_AT_ONCE },
  ),
  /** for how long the rules of those that follow the mid rate rest; left out: as they rest, or until midnight */
  by_hand_until: Type.Optional(Type.Union([Type.Literal('midnight'), Type.Literal('given_back')])),
  /** where they come from: what was typed, when it is left out */
  origin: Type.Optional(Type.Union([Type.Literal('batch'), Type.Literal('import')])),
  ...OfBranch,
});
export type BatchRequest = Static<typeof BatchRequest>;

/** In the order asked. `batch_id` null: all of it was there already. */
export const BatchAnswer = Type.Object({
  rates: Type.Array(RateRow),
  batch_id: Type.Union([Type.Integer(), Type.Null()]),
});
export type BatchAnswer = Static<typeof BatchAnswer>;

/** The body of a 400: what is wrong, line by line. */
export type BatchRefusal = {
  message: string;
  code: 'invalid_lines';
  lines: { currency: string; message: string }[];
};

/** The body of a 409: each row that moved meanwhile, as it is now. */
export type BatchConflict = { message: string; code: 'fixings_changed'; conflicts: RateRow[] };

export const TakeBackRequest = Type.Object({
  batch_id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
});

/** The rows as they were before the batch. */
export const TakeBackAnswer = Type.Object({ rates: Type.Array(RateRow) });

/** The newest batch that can be taken back until `until`; null: there is none. */
export const LastBatch = Type.Union([
  Type.Object({
    batch_id: Type.Integer(),
    at: Type.String(),
    /** how many currencies it changed */
    count: Type.Integer(),
    by: Type.Union([Type.Object({ name: Type.String(), surname: Type.String() }), Type.Null()]),
    until: Type.String(),
  }),
  Type.Null(),
]);
export type LastBatch = Static<typeof LastBatch>;
