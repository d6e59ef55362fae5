import { type Static, Type } from 'typebox';

/** UTC days covered, today included. */
export const KPI_DAYS = 30;

const counts = {
  comparisons: Type.Integer(),
  subscriptions: Type.Integer(),
  confirmed_subscriptions: Type.Integer(),
  fixings: Type.Integer(),
};

/** Counts since `since`, and of as many days before. `leads` by company, most first. */
export const Kpis = Type.Object({
  since: Type.String(),
  ...counts,
  leads: Type.Array(Type.Object({ company: Type.Object({ name: Type.String() }), count: Type.Integer() })),
  before: Type.Object({ ...counts, leads: Type.Integer() }),
});
export type Kpis = Static<typeof Kpis>;
