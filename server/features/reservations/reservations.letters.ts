import { calendarMethod, calendarOf } from '#domain/reservations/calendar.ts';
import { comparisonPath } from '#domain/reservations/comparison-path.ts';
import type { Reservation } from '#domain/reservations/reservation.ts';
import { isOpen, type ReservationState } from '#domain/reservations/states.ts';
import { officeOrigin, siteOrigin } from '../../http/origins.ts';
import type { Attachment, LetterWriter, LetterWriters } from '../../mail/letter-writer.ts';
import { qrPicture } from '../../mail/qr-picture.ts';
import { findOfCompany } from './list-reservations.queries.ts';
import {
  findNotifiedEvent,
  findReference,
  listCompanyMails,
  type NotifiedEvent,
} from './notified-events.queries.ts';
import { openPickupCodes } from './pickup-codes.ts';
import { CODE_PICTURE, companyLetter, travellerLetter } from './reservation-letters.ts';
import { toReservation } from './to-reservation.ts';
import { isStillShutOut } from './told-closures.queries.ts';

export const reservationLetters = {
  async reservation({ db, config, secret }, { recipient, params }) {
    const event = await findNotifiedEvent(db, params.event ?? 0);
    const row = event && (await findOfCompany(db, null, event.reference));
    if (!event || !row) return 'gone';
    // another letter covers reservations that ended, were answered or moved on
    if (
      (isOpen(startOf(event)) && row.ended_at) ||
      (event.kind === 'requested' && row.state !== 'requested' && !event.isAcceptedAtOnce) ||
      (UNDONE_ENDS.has(event.kind) && row.state !== event.kind) ||
      (event.kind === 'moved' && event.isMovedOn)
    ) {
      return 'settled';
    }
    const codes = openPickupCodes({ secret, secretBefore: config.secretBefore });
    const letterEvent = { ...event, slip: row.slip, reservation: toReservation(row, codes) };
    if (params.company !== undefined) {
      const isContact = (await listCompanyMails(db, event.companyId)).includes(recipient.toLowerCase());
      return isContact ? { letter: companyLetter(letterEvent, `${officeOrigin(config)}/#/orders`) } : 'gone';
    }
    if (row.email?.toLowerCase() !== recipient.toLowerCase()) return 'gone';
    const addresses = addressesOf(config, letterEvent.reservation);
    return {
      letter: travellerLetter(row.first_name ?? '', letterEvent, addresses),
      attachments: attachmentsOf(letterEvent.reservation, addresses.own),
    };
  },
  async reservation_closed(parts, mail, at) {
    const isLate = await isStillShutOut(parts.db, mail.params.reservation ?? 0, at);
    return writeNotice('closed', ({ closed_then }) => closed_then || isLate, parts, mail);
  },
  reservation_suspended: (parts, mail) =>
    writeNotice('suspended', ({ company_suspended }) => company_suspended, parts, mail),
  reservation_rate_suspended: (parts, mail) =>
    writeNotice('rate_suspended', ({ rate_suspended }) => rate_suspended, parts, mail),
} satisfies LetterWriters<
  'reservation' | 'reservation_closed' | 'reservation_suspended' | 'reservation_rate_suspended'
>;

// ends after which a reservation may be open again, or handed over
const UNDONE_ENDS: ReadonlySet<NotifiedEvent['kind']> = new Set(['collected', 'lapsed', 'no_show']);

type Parts = Parameters<LetterWriter>;

// needless once the reservation has ended, or what was to be told is over
async function writeNotice(
  kind: 'closed' | 'suspended' | 'rate_suspended',
  isSo: (reservation: Reservation) => boolean,
  { db, config, secret }: Parts[0],
  { recipient, params }: Parts[1],
): ReturnType<LetterWriter> {
  const reference = await findReference(db, params.reservation ?? 0);
  const row = reference && (await findOfCompany(db, null, reference));
  if (!row || row.email?.toLowerCase() !== recipient.toLowerCase()) return 'gone';
  if (row.ended_at) return 'settled';
  const reservation = toReservation(row, openPickupCodes({ secret, secretBefore: config.secretBefore }));
  if (!isSo(reservation)) return 'settled';
  const event = { ...NOTICE, kind, reservation };
  return {
    letter: travellerLetter(row.first_name ?? '', event, addressesOf(config, reservation)),
    attachments: reservation.code === null ? [] : [pictureOf(reservation.code)],
  };
}

function addressesOf(config: Parts[0]['config'], reservation: Reservation) {
  const site = `${siteOrigin(config)}/#`;
  return { own: `${site}/voyages/${reservation.id}`, comparison: `${site}${comparisonPath(reservation)}` };
}

const NOTICE = {
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
  if (reservation.state === 'collected' && calendarMethod(reservation) === 'PUBLISH') return [];
  if (reservation.ended_at !== null) return [calendar];
  const { code } = reservation;
  // an instance that is given that SECRET sends it
  if (code === null) throw new Error('the pick-up code is sealed under another SECRET');
  return [calendar, pictureOf(code)];
}

function pictureOf(code: string): Attachment {
  return {
    filename: `code-${code}.png`,
    contentType: 'image/png',
    content: qrPicture(code),
    cid: CODE_PICTURE,
  };
}

function startOf({ kind }: NotifiedEvent): ReservationState {
  return kind === 'moved' ? 'requested' : kind;
}
