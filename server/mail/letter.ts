import type { Publisher } from '#domain/publisher/imprint.ts';
import { COUNTER_ZONE, formatClock } from '#domain/reservations/format-moment.ts';

export type Letter = {
  subject: string;
  // shown beside the subject in a list of mails
  preheader: string;
  title: string;
  paragraphs: string[];
  // Points of a list below the last paragraph: a whole sentence ends with a full stop, a name does not.
  items?: string[];
  // digits to type, alone on their line
  digits?: string;
  ticket?: LetterTicket;
  // null: one goes on where one was
  action: { label: string; url: string } | null;
  after: string[];
  // small print of a reservation
  small?: readonly string[];
  reason: string;
  optOut?: { label: string; url: string };
};

export type Fact = readonly [label: string, value: string | readonly string[]];

// Ticket of a reservation below the paragraphs, as the site shows it.
export type LetterTicket = {
  // null: the title says it
  state: string | null;
  // not accepted yet, accepted or handed over, ended otherwise
  tone: 'asked' | 'taken' | 'over';
  name: string;
  number: string;
  // pick-up code, and the Content-ID of its picture; null: none
  code: { text: string; picture: string } | null;
  facts: readonly Fact[];
  // the first one is the largest
  amounts: readonly (readonly [label: string, amount: string])[];
  more: readonly Fact[];
};

export const CODE_LABEL = 'Votre code, à montrer au guichet';

export function renderText(letter: Letter, publisher: Publisher | null): string {
  const { title, paragraphs, items, digits, ticket, action, after, small = [], reason, optOut } = letter;
  const parts = [
    title,
    ...paragraphs,
    ...(items ? [formatItems(items)] : []),
    ...(digits ? [digits] : []),
    ...(ticket ? formatTicket(ticket) : []),
    ...(action ? [`${action.label} :\n${action.url}`] : []),
    ...after,
    ...small,
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

/** Paragraphs of a ticket in plain text. */
export function formatTicket({ state, name, number, code, facts, amounts, more }: LetterTicket): string[] {
  return [
    [...(state === null ? [] : [state]), name, number].join('\n'),
    ...(code ? [`${CODE_LABEL} : ${code.text}`] : []),
    ...[[...facts, ...amounts], more]
      .filter((some) => some.length > 0)
      .map((some) => some.map(formatFact).join('\n')),
  ];
}

function formatFact([label, value]: Fact): string {
  return typeof value === 'string' ? `${label} : ${value}` : `${label} :\n${formatItems(value)}`;
}

function formatItems(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}

export function signature({ name, address, email }: Publisher): string {
  return `${name}, ${address}. Nous écrire : ${email}`;
}

/** No-break spaces of French typography, before double punctuation, inside quotes and after « n° ». */
export function addNoBreakSpaces(sentence: string): string {
  return sentence.replace(/ (?=[:;?!»])|(?<=«|n°) /g, '\u00a0');
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
