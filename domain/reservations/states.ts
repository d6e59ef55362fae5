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

export type Actor = 'traveller' | 'bureau' | 'clock';

type Transition = {
  readonly from: ReservationState;
  readonly to: ReservationState;
  readonly by: readonly Actor[];
};

/** Every transition but reopening, equal to the database's table by a test. */
export const transitions: readonly Transition[] = [
  // also automatic, below the amount that the company accepts by itself
  { from: 'requested', to: 'accepted', by: ['bureau'] },
  { from: 'requested', to: 'declined', by: ['bureau'] },
  { from: 'requested', to: 'lapsed', by: ['clock'] },
  { from: 'requested', to: 'cancelled', by: ['traveller'] },
  { from: 'accepted', to: 'ready', by: ['bureau'] },
  { from: 'accepted', to: 'cancelled', by: ['traveller', 'bureau'] },
  // nothing stays open forever, prepared or not
  { from: 'accepted', to: 'no_show', by: ['clock'] },
  { from: 'ready', to: 'collected', by: ['bureau'] },
  { from: 'ready', to: 'cancelled', by: ['traveller', 'bureau'] },
  { from: 'ready', to: 'no_show', by: ['bureau', 'clock'] },
  // undone soon after, and late on the day of the no-show (findWrongMoment)
  { from: 'collected', to: 'ready', by: ['bureau'] },
  { from: 'no_show', to: 'collected', by: ['bureau'] },
];

// ends by a wrong clock, undone; with the transitions equal to the database's table (migration 0068)
export const reopenings: readonly { from: ReservationState; to: OpenState }[] = [
  { from: 'lapsed', to: 'requested' },
  { from: 'no_show', to: 'accepted' },
  { from: 'no_show', to: 'ready' },
];

export function mayReopen(from: ReservationState, to: OpenState): boolean {
  return reopenings.some((reopening) => reopening.from === from && reopening.to === to);
}

export function mayChange(from: ReservationState, to: ReservationState, by: Actor): boolean {
  return transitions.some(
    (transition) => transition.from === from && transition.to === to && transition.by.includes(by),
  );
}

export const openStates = ['requested', 'accepted', 'ready'] as const satisfies readonly ReservationState[];

export type OpenState = (typeof openStates)[number];

export function isOpen(state: ReservationState): state is OpenState {
  return (openStates as readonly ReservationState[]).includes(state);
}

export function releasesStock(to: ReservationState): boolean {
  return to === 'declined' || to === 'lapsed' || to === 'cancelled';
}

/** Closed list, so that no text names a person. */
export type Reason = 'stock' | 'rate' | 'closed' | 'amount' | 'other';

export type UndoReason = 'client' | 'returned' | 'other';
