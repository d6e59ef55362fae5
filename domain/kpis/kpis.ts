import { type Static, Type } from 'typebox';

/** How many days the counts cover, today included; days are of UTC. */
export const KPI_DAYS = 30;

/** Counts since `since`; `leads` by company, most first; of `subscriptions`, how many were confirmed. */
export const Kpis = Type.Object({
  since: Type.String(),
  comparisons: Type.Integer(),
  leads: Type.Array(Type.Object({ company: Type.Object({ name: Type.String() }), count: Type.Integer() })),
  subscriptions: Type.Integer(),
  confirmed_subscriptions: Type.Integer(),
  fixings: Type.Integer(),
});
export type Kpis = Static<typeof Kpis>;
