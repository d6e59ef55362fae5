import { type Static, Type } from 'typebox';
import { CurrencyCode } from '../currencies/currency.ts';
import { OptionalRate } from '../rates/optional-rate.ts';
import { Person } from '../users/person.ts';
import { MarginSheet, RuleTarget } from './margin-sheet.ts';

const Instant = Type.Union([Type.String(), Type.Null()]);
const Amounts = Type.Object({ purchase: OptionalRate, sale: OptionalRate });

/**
 * Why the rule of a currency rests: somebody fixed it by hand, its mid rate jumped, or what the rule says cannot be
 * fixed or would be held back. `until` null: until somebody lets it go on.
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

/** `updated_at` null: the bureau has never had rules. */
export const MarginsAnswer = Type.Object({
  ...MarginSheet.properties,
  updated_at: Instant,
  by: Type.Union([Person, Type.Null()]),
  stops: Type.Array(MarginStop),
});
export type MarginsAnswer = Static<typeof MarginsAnswer>;

/** All rules at once: they take the place of those that were there. `updated_at` is theirs as last seen. */
export const MarginsRequest = Type.Object({ ...MarginSheet.properties, updated_at: Instant });
export type MarginsRequest = Static<typeof MarginsRequest>;

/** What the rules would make of each currency that the bureau serves, at the present mid rates. */
export const MarginsPreview = Type.Object({
  lines: Type.Array(
    Type.Object({
      code: CurrencyCode,
      label: Type.String(),
      /** the mid rate */
      rate: Type.Number(),
      target: Type.Union([RuleTarget, Type.Null()]),
      outcome: Type.Union([
        Type.Literal('by_hand'),
        Type.Literal('unchanged'),
        Type.Literal('changed'),
        // the mid rate is too old to be followed
        Type.Literal('old'),
        StopReason,
      ]),
      now: Amounts,
      next: Amounts,
    }),
  ),
});
export type MarginsPreview = Static<typeof MarginsPreview>;

/** A followed currency that is fixed by hand for a while: until midnight in Paris, or until it is given back. */
export const MarginStopRequest = Type.Object({
  currency: Type.Object({ code: Type.String({ maxLength: 3 }) }),
  until: Type.Union([Type.Literal('midnight'), Type.Literal('given_back')]),
});

export const MarginResumption = Type.Object({
  currency: Type.Object({ code: Type.String({ maxLength: 3 }) }),
});
