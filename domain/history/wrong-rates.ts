import { compareDecimals, type Decimal } from '../money/decimal.ts';
import { isFartherThan } from '../money/deviation.ts';
import type { DayValue } from './history.ts';

// Line of content/wrong-rates.tsv. `from` and `to`: days of the source, both included.
export type WrongRates = {
  readonly code: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
  // Address that shows it.
  readonly source: string;
};

export type PublishedValue = DayValue & { readonly publishedOn: string };

// `wrong` null: an outlier.
export type ExcludedValue = DayValue & { readonly wrong: WrongRates | null };

const LINE = /^([A-Z]{3})\t(\d{4}-\d\d-\d\d)\t(\d{4}-\d\d-\d\d)\t([^\t]+)\t(https:\/\/[^\t\s]+)$/;
const OUTLIER_PERCENT = 20;
const AGREEMENT_PERCENT = 10;

// Throws an Error that names a malformed line.
export function readWrongRates(text: string): WrongRates[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, code = '', from = '', to = '', reason = '', source = ''] = LINE.exec(line) ?? [];
      if (code === '' || from > to) throw new Error(`wrong-rates.tsv: ${line}`);
      return { code, from, to, reason, source };
    });
}

// Parts values by day into those to draw and those that the table calls wrong or that both neighbours deny.
export function excludeWrong(
  values: readonly PublishedValue[],
  wrongRates: readonly WrongRates[],
): { kept: DayValue[]; excluded: ExcludedValue[] } {
  const judged = values.map(({ day, value, publishedOn }) => ({
    day,
    value,
    wrong: wrongRates.find(({ from, to }) => from <= publishedOn && publishedOn <= to) ?? null,
  }));
  const credible = judged.filter(({ wrong }) => !wrong);
  const outliers = new Set(
    credible.filter(({ value }, i) => isOutlier(credible[i - 1]?.value, value, credible[i + 1]?.value)),
  );
  return {
    kept: credible.filter((each) => !outliers.has(each)).map(({ day, value }) => ({ day, value })),
    excluded: judged.filter((each) => each.wrong !== null || outliers.has(each)),
  };
}

// A single source has no other to ask but its own days before and after.
function isOutlier(before: Decimal | undefined, value: Decimal, after: Decimal | undefined): boolean {
  return (
    before !== undefined &&
    after !== undefined &&
    isFartherThan(OUTLIER_PERCENT, value, before) &&
    isFartherThan(OUTLIER_PERCENT, value, after) &&
    !differ(AGREEMENT_PERCENT, before, after)
  );
}

// true: the larger is more than so many percent over the smaller.
export function differ(percent: number, one: Decimal, other: Decimal): boolean {
  const [small, large] = compareDecimals(one, other) < 0 ? [one, other] : [other, one];
  return isFartherThan(percent, large, small);
}
