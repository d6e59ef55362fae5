import type { Actor, ReservationState } from './states.ts';

/** What happened to a reservation. `byPerson`: somebody pressed something, where nobody did the bureau's terms say so. */
export type Happened = { kind: ReservationState | 'moved'; actor: Actor; byPerson: boolean };

/** Whom it concerns, besides who did it: they are written to. */
export function whoIsTold({ kind, actor, byPerson }: Happened): readonly ('traveller' | 'bureau')[] {
  // the traveller has it in writing, with the code
  if (kind === 'requested') return ['traveller', 'bureau'];
  if (actor === 'traveller') return ['bureau'];
  // what is accepted at once is said by the mail of the request
  return kind === 'accepted' && !byPerson ? [] : ['traveller'];
}
