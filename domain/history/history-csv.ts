import { type Decimal, decimalText, parseDecimal } from '../money/decimal.ts';
import { CSV_MARK, csvLine } from '../text/csv.ts';
import type { DayOffers, HistoryDay } from './history.ts';
import type { ExcludedValue } from './wrong-rates.ts';

const HEAD = [
  'jour',
  'jour de la source',
  'taux intermédiaire',
  'meilleure vente',
  'vente médiane',
  'bureaux à la vente',
  'meilleur achat',
  'achat médian',
  'bureaux à l’achat',
  'remarque',
];
const DEMONSTRATION = 'démonstration';

// File of every day for French spreadsheets, in units for 1 base.
export function writeHistory(
  days: readonly HistoryDay[],
  excluded: readonly ExcludedValue[],
  describe: (value: ExcludedValue) => string,
): string {
  const remarks = new Map(excluded.map((value) => [value.day, describe(value)]));
  const lines = days.map(({ day, publishedOn, mid, sale, purchase, isDemonstration }) =>
    csvLine(
      [
        day,
        publishedOn,
        number(mid),
        ...offers(sale),
        ...offers(purchase),
        [...(isDemonstration ? [DEMONSTRATION] : []), remarks.get(day) ?? []].flat().join(', '),
      ],
      ';',
    ),
  );
  return CSV_MARK + csvLine(HEAD, ';') + lines.join('');
}

function offers(of: DayOffers | null): (string | null)[] {
  return of ? [number(of.best), number(of.median), String(of.count)] : [null, null, null];
}

function number(value: Decimal | null): string | null {
  return value && decimalText(value).replace('.', ',');
}

// Days of a written file. Throws a RangeError at anything else.
export function readHistoryFile(text: string): HistoryDay[] {
  // decoders leave out the mark
  const [head = '', ...lines] = (text.startsWith(CSV_MARK) ? text.slice(1) : text).split('\r\n');
  if (`${head}\r\n` !== csvLine(HEAD, ';')) throw new RangeError('no file of a history');
  return lines.filter(Boolean).map((line): HistoryDay => {
    const [day = '', publishedOn = '', mid = '', ...of] = line.split(';');
    const decimal = (cell = '') => parseDecimal(cell.replace(',', '.'));
    const offersAt = (column: number): DayOffers | null => {
      const [best, median] = [decimal(of[column]), decimal(of[column + 1])];
      return best && median ? { best, median, count: Number(of[column + 2]) } : null;
    };
    return {
      day,
      publishedOn,
      mid: mid === '' ? null : decimal(mid),
      sale: offersAt(0),
      purchase: offersAt(3),
      isDemonstration: of[6]?.startsWith(DEMONSTRATION) ?? false,
    };
  });
}
