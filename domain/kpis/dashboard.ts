import { type Static, Type } from 'typebox';

/** How many days its figures cover, today included. */
export const DASHBOARD_DAYS = 30;
/** By whose calendar days are counted: a bureau far from there has a day of its own, and one of the figures. */
export const DASHBOARD_ZONE = 'Europe/Paris';

const counts = {
  /** in how many comparisons it was shown */
  shown: Type.Integer(),
  /** at which rank, on average; null: it was not shown */
  rank: Type.Union([Type.Number(), Type.Null()]),
  requested: Type.Integer(),
  collected: Type.Integer(),
};
const ofDay = { ...counts, chosen: Type.Integer() };
const Totals = Type.Object(ofDay);
export type Totals = Static<typeof Totals>;

/** The hour of the one that comes first, by the clock of its counter; null: there is none. */
const First = Type.Union([Type.Object({ at: Type.String(), time_zone: Type.String() }), Type.Null()]);

/**
 * What waits for a bureau today, and what travellers did with it lately; of an administrator, over all bureaux.
 * `takes_reservations` false: it is not in the beta, and nothing else is told.
 */
export const Dashboard = Type.Object({
  takes_reservations: Type.Boolean(),
  today: Type.Object({
    to_accept: Type.Integer(),
    to_prepare: Type.Integer(),
    to_hand_over: Type.Integer(),
    /** by when the first has to be answered, and when the first comes of those to prepare and to hand over */
    first: Type.Object({ to_accept: First, to_prepare: First, to_hand_over: First }),
    /** of those that are open, those whose counter is closed at their hour */
    to_move: Type.Integer(),
    /** of those that are open, those that are due today */
    due: Type.Integer(),
    /** rates older than they are fresh, and rates that a second person has to accept */
    stale_rates: Type.Integer(),
    held_rates: Type.Integer(),
    /** rules that follow the mid rate, and rest until somebody looks at them */
    stopped_rules: Type.Integer(),
    /** stocks of today and the next days of which nearly all is promised */
    short: Type.Array(
      Type.Object({
        company: Type.String(),
        branch: Type.String(),
        currency: Type.String(),
        day: Type.String(),
        ready: Type.Number(),
        promised: Type.Number(),
      }),
    ),
  }),
  days: Type.Array(Type.Object({ day: Type.String(), ...ofDay })),
  /** of as many days before the first of these */
  before: Totals,
  currencies: Type.Array(Type.Object({ code: Type.String(), ...counts })),
  /** accounts that have no password yet; null: for whom they are not */
  invitations: Type.Union([Type.Integer(), Type.Null()]),
});
export type Dashboard = Static<typeof Dashboard>;

/** The counts of all these days, and the rank of all that was shown. */
export function totalOf(days: readonly Totals[]): Totals {
  const sum = (of: (day: Totals) => number) => days.reduce((total, day) => total + of(day), 0);
  const shown = sum((day) => day.shown);
  return {
    shown,
    rank: shown === 0 ? null : sum(({ shown: count, rank }) => count * (rank ?? 0)) / shown,
    chosen: sum(({ chosen }) => chosen),
    requested: sum(({ requested }) => requested),
    collected: sum(({ collected }) => collected),
  };
}
