import { type Actor, isOpen, type ReservationState } from './states.ts';

/** `byPerson` false: the company's terms decided. */
export type NotifiedEvent = { kind: ReservationState | 'moved'; actor: Actor; byPerson: boolean };

export function notifiedParties({
  kind,
  actor,
  byPerson,
}: NotifiedEvent): readonly ('traveller' | 'bureau')[] {
  // the traveller gets the code, and each entry of the calendar, in writing
  if (actor === 'traveller') return ['traveller', 'bureau'];
  // reopened: both were told of its end, or wait for each other
  if (actor === 'clock' && kind !== 'moved' && isOpen(kind)) return ['traveller', 'bureau'];
  // the letter of the request announces an automatic acceptance
  return kind === 'accepted' && !byPerson ? [] : ['traveller'];
}
