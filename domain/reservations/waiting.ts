import { type Static, Type } from 'typebox';

/**
 * What waits for a bureau, or for all of them. `takes_reservations`: it is in the beta, or has reservations of before it
 * left.
 */
export const Waiting = Type.Object({
  takes_reservations: Type.Boolean(),
  to_accept: Type.Integer(),
  to_prepare: Type.Integer(),
  to_hand_over: Type.Integer(),
});
export type Waiting = Static<typeof Waiting>;

/** The figures of the menu: nothing is counted twice, so that the dashboard's is all of them. */
export function badgesOf({ to_accept, to_prepare, to_hand_over }: Waiting): {
  dashboard: number;
  orders: number;
  reservations: number;
} {
  const orders = to_accept + to_prepare;
  return { dashboard: orders + to_hand_over, orders, reservations: to_hand_over };
}
