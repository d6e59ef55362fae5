// month names, since the first Intl.DateTimeFormat of a page takes 15 ms, on a phone a tenth of a second
const MONTHS = 'janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.'.split(' ');

export function formatShortDay(at: Date, now: Date): string {
  const day = `${at.getDate()} ${MONTHS[at.getMonth()]}`;
  return at.getFullYear() === now.getFullYear() ? day : `${day} ${at.getFullYear()}`;
}

export function formatShortUtcDay(at: Date, now: Date): string {
  return formatShortDay(utcAsLocal(at), utcAsLocal(now));
}

function utcAsLocal(at: Date): Date {
  return new Date(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate());
}
