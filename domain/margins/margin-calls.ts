import { type Static, Type } from 'typebox';
import { CurrencyCode } from '../currencies/currency.ts';
import { OptionalRate } from '../rates/optional-rate.ts';
import { Person } from '../users/person.ts';
import { MarginSheet, RuleTarget } from './margin-sheet.ts';

const Instant = Type.Union([Type.String(), Type.Null()]);
const Amounts = Type.Object({ purchase: OptionalRate, sale: OptionalRate });

/**
 * Reason of a paused rule: a fixing by hand, a jump of the mid rate, impossible rates, or rates that would be held for
 * review. `until` null: paused until somebody resumes it.
 */
export const StopReason = Type.Union([
  Type.Literal('hand'),
  Type.Literal('jump'),
  Type.Literal('impossible'),
  Type.Literal('held'),
]);
export type StopReason = Static<typeof StopReason>;

const MarginStop = Type.Object({
  code: CurrencyCode,
  reason: StopReason,
  since: Type.String(),
  until: Instant,
});

/** `updated_at` null: the company never had rules. */
export const MarginsAnswer = Type.Object({
  ...MarginSheet.properties,
  updated_at: Instant,
  by: Type.Union([Person, Type.Null()]),
  stops: Type.Array(MarginStop),
});
export type MarginsAnswer = Static<typeof MarginsAnswer>;

export const MarginsRequest = Type.Object({ ...MarginSheet.properties, updated_at: Instant });
export type MarginsRequest = Static<typeof MarginsRequest>;

export const MarginsPreview = Type.Object({
  lines: Type.Array(
    Type.Object({
      code: CurrencyCode,
      label: Type.String(),
      rate: Type.Number(),
      target: Type.Union([RuleTarget, Type.Null()]),
      outcome: Type.Union([
        Type.Literal('by_hand'),
        Type.Literal('unchanged'),
        Type.Literal('changed'),
        // the mid rate is too old to follow
        Type.Literal('old'),
        StopReason,
      ]),
      now: Amounts,
      next: Amounts,
    }),
  ),
});
export type MarginsPreview = Static<typeof MarginsPreview>;

export const MarginStopRequest = Type.Object({
  currency: Type.Object({ code: Type.String({ maxLength: 3 }) }),
  until: Type.Union([Type.Literal('midnight'), Type.Literal('given_back')]),
});

export const MarginResumption = Type.Object({
  currency: Type.Object({ code: Type.String({ maxLength: 3 }) }),
});
