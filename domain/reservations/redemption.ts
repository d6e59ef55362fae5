import { type Static, Type } from 'typebox';
import { Page } from '../lists/page.ts';
import { MOST_DENOMINATIONS } from '../terms/terms.ts';

// amounts of the currency, payments in the base
export const Redemption = Type.Object({
  number: Type.Integer(),
  at: Type.String(),
  amount: Type.Number(),
  paid: Type.Number(),
});

export const Redeemable = Type.Object({
  most: Type.Number(),
  left: Type.Number(),
  last_day: Type.String(),
  percent_off: Type.Number(),
  // whole units; empty: unknown
  notes: Type.Array(Type.Integer(), { maxItems: 2 * MOST_DENOMINATIONS }),
});
export type Redeemable = Static<typeof Redeemable>;

const Reference = Type.String({ pattern: '^[0-9a-f]{32}$' });

export const RedemptionRequest = Type.Object({
  id: Reference,
  amount: Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000_000 }),
  updated_at: Type.String({ format: 'date-time', maxLength: 40 }),
});

export const RedemptionsQuery = Type.Object({
  id: Type.Optional(Reference),
  page: Type.Optional(Page),
});

// `name`, `address`, `authorisation` and `branch`: of that day
export const RedemptionPaper = Type.Object({
  number: Type.Integer(),
  at: Type.String(),
  company: Type.String(),
  name: Type.String(),
  address: Type.String(),
  authorisation: Type.String(),
  branch: Type.String(),
  time_zone: Type.String(),
  by: Type.String(),
  slip: Type.Integer(),
  reservation: Type.Object({ id: Reference, number: Type.String() }),
  base: Type.String(),
  currency: Type.String(),
  rate: Type.Number(),
  percent_off: Type.Number(),
  amount: Type.Number(),
  paid: Type.Number(),
});
export type RedemptionPaper = Static<typeof RedemptionPaper>;
