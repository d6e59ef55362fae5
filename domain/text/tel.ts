// ten digits from 0 before ten others, or everything up to a slash, word or bracket after the eighth digit:
// before that a slash belongs to the number, as in 02/123.45.67
const FIRST = /^0(?:\D*\d){9}(?=\D+0(?:\D*\d){9}\D*$)|^(?:[^\d/\p{L}]*\d){8}(?:[^\d/(\p{L}]*\d)*/u;

/**
 * `tel:` address of a handwritten number such as 01 23 45 67 89 or +33 (0)1.23.45.67.89. The first of two
 * numbers, without an extension.
 */
export function telOf(phone: string): string {
  const written = phone.trim().replace(/^00/, '+');
  // the national prefix, which Italy keeps from abroad
  const dialled = /^\+(?!39)/.test(written) ? written.replace('(0)', '') : written;
  const [first] = FIRST.exec(dialled) ?? [dialled];
  return `tel:${first.replaceAll(/[^\d+]/g, '')}`;
}
