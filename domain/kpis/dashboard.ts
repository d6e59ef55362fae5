import { type Static, Type } from 'typebox';
import { CompanyCounts } from '../companies/assessment.ts';

/** Days covered, today included. */
export const DASHBOARD_DAYS = 30;
/** Time zone of the dashboard's days. A company far from it has days of its own, and of the figures. */
export const DASHBOARD_ZONE = 'Europe/Paris';

const counts = {
  shown: Type.Integer(),
  /** Average rank. null: never shown. */
  rank: Type.Union([Type.Number(), Type.Null()]),
  requested: Type.Integer(),
  collected: Type.Integer(),
};
const ofDay = { ...counts, chosen: Type.Integer() };
const Totals = Type.Object(ofDay);
export type Totals = Static<typeof Totals>;

/** Earliest pending hour with its branch's time zone. null: none. */
const First = Type.Union([Type.Object({ at: Type.String(), time_zone: Type.String() }), Type.Null()]);

/**
 * Open tasks of today and recent figures of a company, or of all for an administrator. `takes_reservations`
 * false: outside the beta, and the rest is empty.
 */
export const Dashboard = Type.Object({
  takes_reservations: Type.Boolean(),
  today: Type.Object({
    to_accept: Type.Integer(),
    to_prepare: Type.Integer(),
    to_hand_over: Type.Integer(),
    first: Type.Object({ to_accept: First, to_prepare: First, to_hand_over: First }),
    to_move: Type.Integer(),
    due: Type.Integer(),
    stale_rates: Type.Integer(),
    held_rates: Type.Integer(),
    stopped_rules: Type.Integer(),
    short: Type.Array(
      Type.Object({
        company: Type.String(),
        branch: Type.String(),
        branch_id: Type.Union([Type.Integer(), Type.Null()]),
        currency: Type.String(),
        day: Type.String(),
        ready: Type.Number(),
        promised: Type.Number(),
      }),
    ),
  }),
  days: Type.Array(Type.Object({ day: Type.String(), ...ofDay })),
  before: Totals,
  currencies: Type.Array(Type.Object({ code: Type.String(), ...counts })),
  /** Accounts without a password. null: not this user's business. */
  invitations: Type.Union([Type.Integer(), Type.Null()]),
  // Companies by filter of their list. null: not this user's business.
  companies: Type.Union([CompanyCounts, Type.Null()]),
});
export type Dashboard = Static<typeof Dashboard>;

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
