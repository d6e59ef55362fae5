import { worth } from '#domain/reservations/price.ts';
import { findWrongAmount, modeOf, type PickupMode, type ReservationTerms } from '#domain/terms/terms.ts';
import { readCents } from '../../db/numeric.ts';
import { HttpError } from '../../http/http-error.ts';
import { type PickupBranch, serves } from './pickup-branch.ts';
import type { MovedReservation } from './reservations.queries.ts';

// mode in which another branch would hand over what was agreed; null: it cannot
export function modeAt(
  branch: PickupBranch,
  terms: ReservationTerms,
  { side, base, payment, offered, received, fee }: MovedReservation,
): PickupMode | null {
  const mode = modeOf(branch.kind);
  if (mode === null || !terms.modes[mode].is_offered || !serves(branch, side)) return null;
  if (payment === 'card' && !branch.takesCards) return null;
  const price = { offered: readCents(offered), received: readCents(received), fee: readCents(fee) };
  return findWrongAmount(terms, mode, worth(side, price), base) ? null : mode;
}

export function openThere(): HttpError {
  const sentence = 'Votre agence est ouverte à l’heure prévue. C’est elle qui vous attend.';
  return new HttpError(409, 'open_there', sentence);
}

// its notes wait at the branch that prepared them
export function readyThere(): HttpError {
  const sentence =
    'Vos billets sont prêts dans votre agence. Choisissez une autre heure, ou appelez le bureau.';
  return new HttpError(409, 'ready_there', sentence);
}
