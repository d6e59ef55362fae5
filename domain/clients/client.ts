import { type Static, Type } from 'typebox';
import { Id } from '../companies/company.ts';
import { Page, SearchText } from '../lists/page.ts';
import { draftOf } from '../validation/draft.ts';

/** The most characters of a note. */
const MAX_NOTE = 500;

/** What became of a request; amounts as on the reservation. */
const ClientReservation = Type.Object({
  id: Type.Integer(),
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
 * Who reserved with a bureau, as that bureau is shown it: of what was reserved elsewhere it says nothing. `totals`: what was
 * collected, in the currency, by side; `history`: the newest reservations.
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

/** `q`: what a first name or an address begins with. */
export const ClientsQuery = Type.Object({ q: Type.Optional(SearchText), page: Type.Optional(Page) });

/** An empty note is none. */
export const ClientNote = Type.Object({
  company_id: Id,
  id: Id,
  note: Type.String({ maxLength: MAX_NOTE, pattern: '^[^\\u0000]*$' }),
});
export type ClientNote = Static<typeof ClientNote>;

// a day, in figures; a telephone, as in France or with its country's prefix
const DAY = /(?<![\p{L}\d])(?:\d{4}([-./])\d{1,2}\1\d{1,2}|\d{1,2}([-./])\d{1,2}\2\d{4})(?![\p{L}\d])/gu;
const TELEPHONE =
  /(?<!\p{L}|\d[ .-]?)(?:0\d(?:[ .-]?\d\d){4}|(?:\+|00)\d{1,3}(?:[ .-]?\(0\))?(?:[ .-]?\d){6,11})(?![ .-]?[\p{L}\d])/gu;
// of one piece, or in groups, of which a passport has one of letters
const PIECE = /[\p{L}\d]{8,}/gu;
const GROUPS = /\d[\d\s.-]{7,}\d|(?<!\d)\d\d[\s.-]?\p{L}\p{L}[\s.-]?\d{5}(?!\d)/u;

function holdsNumber(text: string): boolean {
  const rest = text.replace(DAY, '|').replace(TELEPHONE, '|');
  const isNumber = (piece: string) => piece.replace(/\D/g, '').length >= 4;
  return (rest.match(PIECE) ?? []).some(isNumber) || GROUPS.test(rest);
}

/** Never a document of identity: what looks like its number, or that of a card, is none of a note's. */
export const noteDraft = draftOf(Type.Object({ note: ClientNote.properties.note }), {
  note: (text) =>
    holdsNumber(text)
      ? {
          code: 'identity_in_note',
          message: 'N’inscrivez aucun numéro de pièce d’identité ni de carte.',
        }
      : undefined,
});
