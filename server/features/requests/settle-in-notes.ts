import { amountOf } from '#domain/money/cents.ts';
import { formatShortAmount } from '#domain/money/format.ts';
import {
  amountInNotes,
  findNeighbours,
  type Neighbours,
  notesAt,
} from '#domain/reservations/note-amounts.ts';
import { type Price, type PriceRequest, priceOf } from '#domain/reservations/price.ts';
import type { NotesConflict, ReservationRequest } from '#domain/reservations/reservation.ts';
import { choiceOf, type ReservationTerms } from '#domain/terms/terms.ts';
import { HttpError } from '../../http/http-error.ts';

type Chosen = Pick<ReservationRequest, 'notes' | 'denominations' | 'side'> & {
  currency: { code: string };
};

/** Exchange in notes, or its neighbours where the notes do not make the requested one. */
export function settleInNotes(
  requested: PriceRequest,
  { notes, denominations = [], side, currency }: Chosen,
  terms: ReservationTerms,
  base: string,
): { price: Price } | { conflict: NotesConflict } {
  const [smallest] = notesAt(terms, currency.code);
  if (smallest === undefined) {
    const sentence =
      'Ce bureau n’a pas encore indiqué ses billets dans cette devise. Elle ne peut pas encore être réservée.';
    throw new HttpError(409, 'no_notes', sentence);
  }
  const exact = priceOf(requested);
  // euros are paid to the cent, so chosen euro notes need not make them
  const chosen = side === 'sale' && notes === 'choice' ? denominations : [];
  const neighbours = findNeighbours(requested, smallest, chosen);
  const isInNotes =
    exact && neighbours.below && amountInNotes(side, neighbours.below) === amountInNotes(side, exact);
  if (isInNotes && neighbours.below) return { price: neighbours.below };
  return { conflict: toConflict(neighbours, { side, code: currency.code, base }) };
}

/** Refuses chosen notes that the company does not have. */
export function refuseOtherNotes(
  { notes, denominations = [], side, currency }: Chosen,
  terms: ReservationTerms,
  base: string,
): void {
  const choice = choiceOf(terms, side === 'sale' ? currency.code : base);
  const isOffered =
    notes === 'choice'
      ? denominations.length > 0 && denominations.every((value) => choice.includes(value))
      : denominations.length === 0 && (notes === '' || terms.notes.includes(notes));
  if (!isOffered) throw new HttpError(400, 'no_such_notes', 'Ce bureau ne propose pas ces coupures.');
}

function toConflict(
  { below, above }: Neighbours,
  { side, code, base }: { side: ReservationRequest['side']; code: string; base: string },
): NotesConflict {
  const prices = [below, above].filter((price) => price !== null);
  const format = ({ offered, received }: Price) =>
    side === 'sale'
      ? `${formatShortAmount(code, received)} pour ${formatShortAmount(base, offered)}`
      : `${formatShortAmount(base, received)} pour ${formatShortAmount(code, offered)}`;
  return {
    code: 'not_in_notes',
    message: `Les billets de ce bureau ne permettent pas ce montant. Choisissez ${prices.map(format).join(', ou ')}.`,
    neighbours: { below: below && toWire(below), above: above && toWire(above) },
  };
}

function toWire({ offered, received }: Price) {
  return { offered: amountOf(offered), received: amountOf(received) };
}
