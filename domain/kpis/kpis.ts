import { type Static, Type } from 'typebox';

/** UTC days covered, today included. */
export const KPI_DAYS = 30;

/** Counts since `since`. `leads` by company, most first; `subscriptions` with how many were confirmed. */
export const Kpis = Type.Object({
  since: Type.String(),
  comparisons: Type.Integer(),
  leads: Type.Array(Type.Object({ company: Type.Object({ name: Type.String() }), count: Type.Integer() })),
  subscriptions: Type.Integer(),
  confirmed_subscriptions: Type.Integer(),
  fixings: Type.Integer(),
});
export type Kpis = Static<typeof Kpis>;
