import { calendarOf } from '#domain/reservations/calendar.ts';
import type { Reservation } from '#domain/reservations/reservation.ts';
import { isOpen, type ReservationState } from '#domain/reservations/states.ts';
import { officeOrigin, siteOrigin } from '../../http/origins.ts';
import type { Attachment, LetterWriters } from '../../mail/letter-writer.ts';
import { qrPicture } from '../../mail/qr-picture.ts';
import { findOfBureau } from './list-reservations.queries.ts';
import { bureauLetter, travellerLetter } from './reservation-letters.ts';
import { toReservation } from './to-reservation.ts';
import { findToldEvent, listBureauMails, type ToldEvent } from './told-events.queries.ts';

export const reservationLetters = {
  async reservation({ db, config }, { recipient, params }) {
    const event = await findToldEvent(db, params.event ?? 0);
    const row = event && (await findOfBureau(db, null, event.reservationId));
    // of what has ended, was answered or moved on, another letter tells
    if (
      !event ||
      !row ||
      (isOpen(startOf(event)) && row.ended_at) ||
      (event.kind === 'requested' && row.state !== 'requested' && !event.isAcceptedAtOnce) ||
      (event.kind === 'moved' && event.isMovedOn)
    ) {
      return null;
    }
    const told = { ...event, slip: row.slip, reservation: toReservation(row) };
    if (params.company !== undefined) {
      const isAsked = (await listBureauMails(db, event.companyId)).includes(recipient.toLowerCase());
      return isAsked ? { letter: bureauLetter(told, `${officeOrigin(config)}/#/orders`) } : null;
    }
    if (row.email?.toLowerCase() !== recipient.toLowerCase()) return null;
    const url = `${siteOrigin(config)}/#/reservations/${row.id}`;
    return {
      letter: travellerLetter(row.first_name ?? '', told, url),
      attachments: attachmentsOf(told.reservation, url),
    };
  },
} satisfies LetterWriters<'reservation'>;

/** The entry of an agenda, which later ones change, and the code as a picture that a counter scans. */
function attachmentsOf(reservation: Reservation, url: string): Attachment[] {
  const calendar = {
    filename: 'retrait.ics',
    contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    content: calendarOf(reservation, url),
  };
  if (reservation.ended_at !== null) return [calendar];
  const content = qrPicture(reservation.code);
  return [calendar, { filename: `code-${reservation.code}.png`, contentType: 'image/png', content }];
}

/** The state that it led to; another hour leads to none, and leaves it open. */
function startOf({ kind }: ToldEvent): ReservationState {
  return kind === 'moved' ? 'requested' : kind;
}
