import { type Static, Type } from 'typebox';
import { Id } from '../companies/company.ts';
import { CurrencyCode } from '../currencies/currency.ts';

/** By what one pays at the counter: nothing is paid on line. */
export type Payment = 'cash' | 'card';

/** Which notes are wished: small ones, those of one's choice; empty: any. */
export type Notes = '' | 'small' | 'choice';

const Instant = Type.String({ format: 'date-time', maxLength: 40 });

/**
 * What a traveller asks for. `company`: its site. `branch` null: of a bureau that has none. `side`: the bureau's. `amount`: of
 * what is offered or wished, as `target` says. `rate` and `updated_at`: as they were seen.
 */
export const ReservationRequest = Type.Object({
  company: Type.String({ maxLength: 2048 }),
  branch: Type.Union([Id, Type.Null()]),
  side: Type.Union([Type.Literal('purchase'), Type.Literal('sale')]),
  currency: Type.Object({ code: CurrencyCode }),
  target: Type.Union([Type.Literal('offer'), Type.Literal('wish')]),
  amount: Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000_000 }),
  rate: Type.Number({ exclusiveMinimum: 0 }),
  updated_at: Instant,
  pickup_at: Instant,
  payment: Type.Union([Type.Literal('cash'), Type.Literal('card')]),
  notes: Type.Union([Type.Literal(''), Type.Literal('small'), Type.Literal('choice')]),
});
export type ReservationRequest = Static<typeof ReservationRequest>;
