import { calendarMethod, calendarOf } from '#domain/reservations/calendar.ts';
import type { Reservation } from '#domain/reservations/reservation.ts';
import { isOpen, type ReservationState } from '#domain/reservations/states.ts';
import { officeOrigin, siteOrigin } from '../../http/origins.ts';
import type { Attachment, LetterWriters } from '../../mail/letter-writer.ts';
import { qrPicture } from '../../mail/qr-picture.ts';
import { findOfCompany } from './list-reservations.queries.ts';
import {
  findNotifiedEvent,
  findReference,
  listCompanyMails,
  type NotifiedEvent,
} from './notified-events.queries.ts';
import { openPickupCodes } from './pickup-codes.ts';
import { companyLetter, travellerLetter } from './reservation-letters.ts';
import { toReservation } from './to-reservation.ts';

export const reservationLetters = {
  async reservation({ db, config, secret }, { recipient, params }) {
    const event = await findNotifiedEvent(db, params.event ?? 0);
    const row = event && (await findOfCompany(db, null, event.reference));
    // another letter covers reservations that ended, were answered or moved on
    if (
      !event ||
      !row ||
      (isOpen(startOf(event)) && row.ended_at) ||
      (event.kind === 'requested' && row.state !== 'requested' && !event.isAcceptedAtOnce) ||
      (event.kind === 'collected' && row.state !== 'collected') ||
      (event.kind === 'moved' && event.isMovedOn)
    ) {
      return null;
    }
    const codes = openPickupCodes({ secret, secretBefore: config.secretBefore });
    const letterEvent = { ...event, slip: row.slip, reservation: toReservation(row, codes) };
    if (params.company !== undefined) {
      const isContact = (await listCompanyMails(db, event.companyId)).includes(recipient.toLowerCase());
      return isContact ? { letter: companyLetter(letterEvent, `${officeOrigin(config)}/#/orders`) } : null;
    }
    if (row.email?.toLowerCase() !== recipient.toLowerCase()) return null;
    const url = `${siteOrigin(config)}/#/voyages/${row.reference}`;
    return {
      letter: travellerLetter(row.first_name ?? '', letterEvent, url),
      attachments: attachmentsOf(letterEvent.reservation, url),
    };
  },
  async reservation_closed({ db, config, secret }, { recipient, params }) {
    const reference = await findReference(db, params.reservation ?? 0);
    const row = reference && (await findOfCompany(db, null, reference));
    if (!row || row.ended_at || !row.closed_then) return null;
    if (row.email?.toLowerCase() !== recipient.toLowerCase()) return null;
    const codes = openPickupCodes({ secret, secretBefore: config.secretBefore });
    const url = `${siteOrigin(config)}/#/voyages/${row.reference}`;
    const event = { ...CLOSED, reservation: toReservation(row, codes) };
    return { letter: travellerLetter(row.first_name ?? '', event, url) };
  },
} satisfies LetterWriters<'reservation' | 'reservation_closed'>;

const CLOSED = {
  kind: 'closed',
  actor: 'bureau',
  reason: null,
  pickupWas: null,
  isAcceptedAtOnce: false,
  slip: null,
} as const;

function attachmentsOf(reservation: Reservation, url: string): Attachment[] {
  const calendar = {
    filename: 'retrait.ics',
    contentType: `text/calendar; charset=utf-8; method=${calendarMethod(reservation)}`,
    content: calendarOf(reservation, url),
  };
  if (reservation.ended_at !== null) return [calendar];
  const { code } = reservation;
  // an instance that is given that SECRET sends it
  if (code === null) throw new Error('the pick-up code is sealed under another SECRET');
  return [calendar, { filename: `code-${code}.png`, contentType: 'image/png', content: qrPicture(code) }];
}

function startOf({ kind }: NotifiedEvent): ReservationState {
  return kind === 'moved' ? 'requested' : kind;
}
