import { type Static, Type } from 'typebox';

/** How many days its figures cover, today included; days are of UTC. */
export const DASHBOARD_DAYS = 30;

const counts = {
  /** in how many comparisons it was shown; those near a place are not counted */
  shown: Type.Integer(),
  /** at which rank, on average; null: it was not shown */
  rank: Type.Union([Type.Number(), Type.Null()]),
  requested: Type.Integer(),
  collected: Type.Integer(),
};

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
    /** of those that are open, those that are due today */
    due: Type.Integer(),
    /** rates older than they are fresh, and rates that a second person has to accept */
    stale_rates: Type.Integer(),
    held_rates: Type.Integer(),
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
  days: Type.Array(Type.Object({ day: Type.String(), ...counts, chosen: Type.Integer() })),
  currencies: Type.Array(Type.Object({ code: Type.String(), ...counts })),
  /** accounts that have no password yet; null: for whom they are not */
  invitations: Type.Union([Type.Integer(), Type.Null()]),
});
export type Dashboard = Static<typeof Dashboard>;
