import type { Publisher } from '#domain/publisher/imprint.ts';
import { COUNTER_ZONE, formatClock } from '#domain/reservations/format-moment.ts';

export type Letter = {
  subject: string;
  preheader: string;
  title: string;
  paragraphs: string[];
  // digits to type, alone on their line
  digits?: string;
  ticket?: LetterTicket;
  action: { label: string; url: string };
  after: string[];
  reason: string;
  optOut?: { label: string; url: string };
};

// Facts of a reservation below the paragraphs.
export type LetterTicket = {
  state: string;
  // not accepted yet, accepted or handed over, ended otherwise
  tone: 'asked' | 'taken' | 'over';
  amount: string;
  // pick-up code, and the Content-ID of its picture; null: none
  code: { text: string; picture: string } | null;
  rows: readonly (readonly [label: string, value: string])[];
  small: readonly string[];
};

export function ticketLines({ code, rows, small }: LetterTicket): string[] {
  return [
    ...rows.map(([label, value]) => `${label} : ${value}`),
    ...(code ? [`Votre code, à montrer au guichet : ${code.text}`] : []),
    ...small,
  ];
}

export function renderText(letter: Letter, publisher: Publisher | null): string {
  const { title, paragraphs, digits, ticket, action, after, reason, optOut } = letter;
  const parts = [
    title,
    ...paragraphs,
    ...(digits ? [digits] : []),
    ...(ticket ? ticketLines(ticket) : []),
    `${action.label} :\n${action.url}`,
    ...after,
    [
      '-- ',
      'Parité, le juste taux, avant de partir',
      reason,
      ...(publisher ? [signature(publisher)] : []),
      ...(optOut ? [`${optOut.label} : ${optOut.url}`] : []),
    ].join('\n'),
  ];
  return `${parts.map(addNoBreakSpaces).join('\n\n')}\n`;
}

export function signature({ name, address, email }: Publisher): string {
  return `${name}, ${address}. Nous écrire : ${email}`;
}

/** No-break spaces of French typography, before double punctuation and inside quotes. */
export function addNoBreakSpaces(sentence: string): string {
  return sentence.replace(/ (?=[:;?!»])/g, '\u00a0').replace(/« /g, '«\u00a0');
}

const DAY = new Intl.DateTimeFormat('fr-FR', {
  dateStyle: 'long',
  timeZone: COUNTER_ZONE,
});

/** Paris time, as “21 décembre 2026 à 9 h”. */
export function formatMoment(at: Date): string {
  return `${DAY.format(at)} à\u00a0${formatClock(at.getTime(), COUNTER_ZONE)}`;
}

/** Single line of a typed value, which can neither start another line nor hide one. */
export function toSingleLine(value: string): string {
  return value.replace(/[\p{Cc}\p{Cf}\u2028\u2029\s]+/gu, ' ').trim();
}

export function greeting({ name, surname }: { name: string; surname: string }): string {
  return `Bonjour ${toSingleLine(`${name} ${surname}`)},`;
}
