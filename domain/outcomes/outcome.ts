import { type Static, Type } from 'typebox';

export const Outcome = Type.Union([
  Type.Object({
    state: Type.Literal('answered'),
    status: Type.Integer(),
    /** Body of the lost answer, null without one. */
    body: Type.Unknown(),
  }),
  Type.Object({ state: Type.Literal('under_way') }),
  /** The request did not come, and is refused if it comes now. */
  Type.Object({ state: Type.Literal('not_received') }),
  Type.Object({ state: Type.Literal('unknown') }),
]);
export type Outcome = Static<typeof Outcome>;

/** Visible characters, long enough that nobody guesses a key, which opens the answer. */
export const OUTCOME_KEY = '^[\\x21-\\x7e]{22,128}$';

export const OutcomeRequest = Type.Object({ key: Type.String({ pattern: OUTCOME_KEY }) });
