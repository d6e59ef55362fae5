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
export function renderText(letter: Letter): string {
  const { title, paragraphs, action, after, reason, way } = letter;
  const parts = [
    title,
    ...paragraphs,
    `${action.label} :\n${action.url}`,
    ...after,
    `-- \nParité, le juste taux, avant de partir\n${reason}${way ? `\n${way.label} : ${way.url}` : ''}`,
  ];
  return `${parts.map(spaced).join('\n\n')}\n`;
}

/** French puts a space before double punctuation and inside quotes; a line must not break there. */
export function spaced(sentence: string): string {
  return sentence.replace(/ (?=[:;?!»])/g, '\u00a0').replace(/« /g, '«\u00a0');
}

const MOMENT = new Intl.DateTimeFormat('fr-FR', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Europe/Paris',
});

/** '21 décembre 2026 à 09:00', in Paris. */
export function writeMoment(at: Date): string {
  return MOMENT.format(at);
}

/** One line of text out of a value that people typed: it can neither start another line nor hide one. */
export function oneLine(value: string): string {
  return value.replace(/[\p{Cc}\p{Cf}\u2028\u2029\s]+/gu, ' ').trim();
}
