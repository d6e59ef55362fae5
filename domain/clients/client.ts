import { type Static, Type } from 'typebox';
import { Id } from '../companies/company.ts';
import { Page, SearchText } from '../lists/page.ts';
import { draftOf } from '../validation/draft.ts';

const MAX_NOTE = 500;

const ClientReservation = Type.Object({
  number: Type.String(),
  state: Type.String(),
  side: Type.String(),
  base: Type.String(),
  currency: Type.String(),
  offered: Type.Number(),
  received: Type.Number(),
  fee: Type.Number(),
  handed_over: Type.Number(),
  requested_at: Type.String(),
  slip: Type.Union([Type.Integer(), Type.Null()]),
});
export type ClientReservation = Static<typeof ClientReservation>;

/**
 * Traveller as the company sees it, without anything reserved elsewhere. `totals`: collected amounts in the
 * currency by side; `history`: the newest reservations.
 */
export const Client = Type.Object({
  id: Type.Integer(),
  company: Type.Object({ id: Type.Integer(), name: Type.String() }),
  first_name: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  note: Type.String(),
  reservations: Type.Integer(),
  collected: Type.Integer(),
  last_at: Type.String(),
  totals: Type.Array(Type.Object({ currency: Type.String(), side: Type.String(), amount: Type.Number() })),
  history: Type.Array(ClientReservation),
});
export type Client = Static<typeof Client>;

export const ClientsQuery = Type.Object({ q: Type.Optional(SearchText), page: Type.Optional(Page) });

export const ClientNote = Type.Object({
  company_id: Id,
  id: Id,
  note: Type.String({ maxLength: MAX_NOTE, pattern: '^[^\\u0000]*$' }),
});
export type ClientNote = Static<typeof ClientNote>;

// numeric dates, and telephone numbers in the French or an international form
const DAY = /(?<![\p{L}\d])(?:\d{4}([-./])\d{1,2}\1\d{1,2}|\d{1,2}([-./])\d{1,2}\2\d{4})(?![\p{L}\d])/gu;
const TELEPHONE =
  /(?<!\p{L}|\d[ .-]?)(?:0\d(?:[ .-]?\d\d){4}|(?:\+|00)\d{1,3}(?:[ .-]?\(0\))?(?:[ .-]?\d){6,11})(?![ .-]?[\p{L}\d])/gu;
// document numbers of one piece, or in groups that may mix letters as in a passport
const PIECE = /[\p{L}\d]{8,}/gu;
const GROUPS = /\d[\d\s.-]{7,}\d|(?<!\d)\d\d[\s.-]?\p{L}\p{L}[\s.-]?\d{5}(?!\d)/u;

function hasNumber(text: string): boolean {
  const rest = text.replace(DAY, '|').replace(TELEPHONE, '|');
  const isNumber = (piece: string) => piece.replace(/\D/g, '').length >= 4;
  return (rest.match(PIECE) ?? []).some(isNumber) || GROUPS.test(rest);
}

/** Refuses notes with anything like the number of an identity document or a card. */
export const noteDraft = draftOf(Type.Object({ note: ClientNote.properties.note }), {
  note: (text) =>
    hasNumber(text)
      ? {
          code: 'identity_in_note',
          message: 'N’inscrivez aucun numéro de pièce d’identité ni de carte.',
        }
      : undefined,
});
