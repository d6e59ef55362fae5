/** Where a reservation stands, in French. */
export const reservationStates = {
  requested: 'Demandée',
  accepted: 'Acceptée',
  declined: 'Refusée',
  lapsed: 'Restée sans réponse',
  ready: 'Prête',
  collected: 'Remise',
  cancelled: 'Annulée',
  no_show: 'Non retirée',
} as const;
export type ReservationState = keyof typeof reservationStates;

/** Who changes it: its traveller, its bureau, or nobody but the time that has passed. */
export type Actor = 'traveller' | 'bureau' | 'clock';

type Transition = {
  readonly from: ReservationState;
  readonly to: ReservationState;
  readonly by: readonly Actor[];
};

/** Every change that there is; the database holds the same table (migration 0030), and a test both to each other. */
export const transitions: readonly Transition[] = [
  // of the bureau too where nobody presses anything: it has said up to which amount
  { from: 'requested', to: 'accepted', by: ['bureau'] },
  { from: 'requested', to: 'declined', by: ['bureau'] },
  { from: 'requested', to: 'lapsed', by: ['clock'] },
  { from: 'requested', to: 'cancelled', by: ['traveller'] },
  { from: 'accepted', to: 'ready', by: ['bureau'] },
  { from: 'accepted', to: 'cancelled', by: ['traveller', 'bureau'] },
  // a bureau that has prepared nothing, or has not said so, leaves nothing open for ever
  { from: 'accepted', to: 'no_show', by: ['clock'] },
  { from: 'ready', to: 'collected', by: ['bureau'] },
  { from: 'ready', to: 'cancelled', by: ['traveller', 'bureau'] },
  { from: 'ready', to: 'no_show', by: ['bureau', 'clock'] },
];

export function mayChange(from: ReservationState, to: ReservationState, by: Actor): boolean {
  return transitions.some(
    (transition) => transition.from === from && transition.to === to && transition.by.includes(by),
  );
}

/** True while something may still happen to it. */
export function isOpen(state: ReservationState): boolean {
  return transitions.some(({ from }) => from === state);
}

/** Those that are open. */
export const openStates = (Object.keys(reservationStates) as ReservationState[]).filter(isOpen);

/** True where what it took from the stock is there again for others. */
export function givesBack(to: ReservationState): boolean {
  return to === 'declined' || to === 'lapsed' || to === 'cancelled';
}

/** Why a bureau declines or cancels: of a list, never a text in which people would be named. */
export type Reason = 'stock' | 'rate' | 'closed' | 'amount' | 'other';
