import notes from './notes.json' with { type: 'json' };

const NOTES: Readonly<Record<string, readonly number[]>> = notes;

/** Notes in circulation in whole units, smallest first. Empty: unknown. Compiled by hand, so a company's own list wins. */
export function issuedNotes(currency: string): readonly number[] {
  return Object.hasOwn(NOTES, currency) ? (NOTES[currency] ?? []) : [];
}
