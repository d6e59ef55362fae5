// Ten digits that begin with 0, before ten others; or all up to a slash, a word, or a bracket after the eighth digit. Fewer
// than eight before a slash are no number yet: 02/123.45.67.
const FIRST = /^0(?:\D*\d){9}(?=\D+0(?:\D*\d){9}\D*$)|^(?:[^\d/\p{L}]*\d){8}(?:[^\d/(\p{L}]*\d)*/u;

/**
 * The address that calls a telephone, for what people write: 01 23 45 67 89, +33 (0)1.23.45.67.89. Of two numbers the first,
 * without an extension.
 */
export function telOf(phone: string): string {
  const written = phone.trim().replace(/^00/, '+');
  // what is dialled within the country alone; in Italy it is from abroad too
  const dialled = /^\+(?!39)/.test(written) ? written.replace('(0)', '') : written;
  const [first] = FIRST.exec(dialled) ?? [dialled];
  return `tel:${first.replaceAll(/[^\d+]/g, '')}`;
}
