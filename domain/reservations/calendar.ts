import { centsOf } from '../money/cents.ts';
import { formatShortAmount } from '../money/format.ts';
import { formatBring } from './bring.ts';
import type { Reservation } from './reservation.ts';

const VISIT_MS = 20 * 60_000;

/**
 * iCalendar entry (RFC 5545). A later entry with the same UID moves it, or cancels it once the reservation
 * has ended.
 */
export function calendarOf(reservation: Reservation, url: string): string {
  const { id, code, state, company, branch, updated_at, pickup_at, side, base, currency } = reservation;
  const amount = formatShortAmount(side === 'sale' ? currency : base, centsOf(reservation.handed_over) ?? 0);
  const place = branch
    ? [branch.name, branch.address, `${branch.postcode} ${branch.city}`.trim()].filter(Boolean).join(', ')
    : company.name;
  const codeLine = `Code : ${code ?? 'sur la page de votre réservation'}`;
  const isOn = calendarMethod(reservation) === 'PUBLISH';
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Parité//Réservations//FR',
    `METHOD:${calendarMethod(reservation)}`,
    'BEGIN:VEVENT',
    `UID:reservation-${id}@${/^https?:\/\/([^/:]+)/.exec(url)?.[1] ?? 'parite'}`,
    `ORGANIZER;CN=${quoted(company.name)}:${url}`,
    `SEQUENCE:${Math.floor(Date.parse(updated_at) / 1000) - 1_700_000_000}`,
    `DTSTAMP:${stamp(Date.parse(updated_at))}`,
    `DTSTART:${stamp(Date.parse(pickup_at))}`,
    `DTEND:${stamp(Date.parse(pickup_at) + VISIT_MS)}`,
    `STATUS:${isOn ? (state === 'requested' ? 'TENTATIVE' : 'CONFIRMED') : 'CANCELLED'}`,
    `SUMMARY:${text(`Retrait de ${amount} chez ${company.name}`)}`,
    `LOCATION:${text(place)}`,
    `DESCRIPTION:${text([codeLine, ...formatBring(reservation)].join('\n'))}`,
    `URL:${url}`,
    ...(isOn
      ? ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT2H', `DESCRIPTION:${text(codeLine)}`, 'END:VALARM']
      : []),
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.flatMap(folded).join('\r\n')}\r\n`;
}

export function calendarMethod({ ended_at, state, pickup_at }: Reservation): 'PUBLISH' | 'CANCEL' {
  // collected before its hour, the entry would only remind of what is done
  const isKept = ended_at === null || (state === 'collected' && ended_at >= pickup_at);
  return isKept ? 'PUBLISH' : 'CANCEL';
}

/** '20261121T100000Z' */
function stamp(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

// quotes and controls cannot be escaped in a parameter
function quoted(value: string): string {
  return `"${value.replaceAll(/["\p{Cc}]/gu, ' ')}"`;
}

function text(value: string): string {
  return value
    .replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll(/\r?\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, ' ');
}

/** Folds at 75 octets without cutting a character. */
function folded(line: string): string[] {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const sign of line) {
    const size = octetsOf(sign.codePointAt(0) ?? 0);
    if (octets + size > 75) {
      parts.push(part);
      // a leading space continues the line
      part = ' ';
      octets = 1;
    }
    part += sign;
    octets += size;
  }
  return [...parts, part];
}

function octetsOf(point: number): number {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}
