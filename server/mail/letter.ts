import type { Publisher } from '#domain/publisher/imprint.ts';
import { COUNTER_ZONE, sayClock } from '#domain/reservations/say-moment.ts';

/** A mail as its reader sees it, before it is text and HTML. Every value is plain text. */
export type Letter = {
  subject: string;
  /** what a list of mails shows beside the subject */
  preheader: string;
  title: string;
  paragraphs: string[];
  /** what the reader is asked to do, and where */
  action: { label: string; url: string };
  after: string[];
  /** why this mail came */
  reason: string;
  /** how to receive no more */
  way?: { label: string; url: string };
};

/** The letter for who reads mail as text. */
export function renderText(letter: Letter, publisher: Publisher | null): string {
  const { title, paragraphs, action, after, reason, way } = letter;
  const parts = [
    title,
    ...paragraphs,
    `${action.label} :\n${action.url}`,
    ...after,
    [
      '-- ',
      'Parité, le juste taux, avant de partir',
      reason,
      ...(publisher ? [signature(publisher)] : []),
      ...(way ? [`${way.label} : ${way.url}`] : []),
    ].join('\n'),
  ];
  return `${parts.map(spaced).join('\n\n')}\n`;
}

/** Who writes, and where an answer is read. */
export function signature({ name, address, email }: Publisher): string {
  return `${name}, ${address}. Nous écrire : ${email}`;
}

/** French puts a space before double punctuation and inside quotes; a line must not break there. */
export function spaced(sentence: string): string {
  return sentence.replace(/ (?=[:;?!»])/g, '\u00a0').replace(/« /g, '«\u00a0');
}

const DAY = new Intl.DateTimeFormat('fr-FR', {
  dateStyle: 'long',
  timeZone: COUNTER_ZONE,
});

/** “21 décembre 2026 à 9 h”, in Paris. */
export function writeMoment(at: Date): string {
  return `${DAY.format(at)} à\u00a0${sayClock(at.getTime(), COUNTER_ZONE)}`;
}

/** One line of text out of a value that people typed: it can neither start another line nor hide one. */
export function oneLine(value: string): string {
  return value.replace(/[\p{Cc}\p{Cf}\u2028\u2029\s]+/gu, ' ').trim();
}

export function greeting({ name, surname }: { name: string; surname: string }): string {
  return `Bonjour ${oneLine(`${name} ${surname}`)},`;
}
