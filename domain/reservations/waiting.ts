import { type Static, Type } from 'typebox';

/**
 * Open tasks of a company, or of all. `takes_reservations`: in the beta, or with reservations left from it.
 */
export const Waiting = Type.Object({
  takes_reservations: Type.Boolean(),
  to_accept: Type.Integer(),
  to_prepare: Type.Integer(),
  to_hand_over: Type.Integer(),
});
export type Waiting = Static<typeof Waiting>;

/** Menu badges. Tasks are counted once, so the dashboard's badge is their sum. */
export function badgesOf({ to_accept, to_prepare, to_hand_over }: Waiting): {
  dashboard: number;
  orders: number;
  reservations: number;
} {
  const orders = to_accept + to_prepare;
  return { dashboard: orders + to_hand_over, orders, reservations: to_hand_over };
}
