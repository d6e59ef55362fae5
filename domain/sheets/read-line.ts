import { compareDecimals, type Decimal, decimalNumber, decimalOf, decimalText } from '../money/decimal.ts';
import { describeRateProblem } from '../money/rate-problems.ts';
import type { NumberProblem } from '../money/typed-number.ts';
import { changedSides, checkFixing, type FixingDraft, type FixingSide } from '../rates/draft.ts';
import { quoteOf, roundTripOf } from '../rates/quote-unit.ts';
import { readingOf } from './detect-form.ts';
import { AMOUNT_REQUIREMENT } from './parse-paste.ts';
import type { QuoteUnit } from './sheet.ts';
import { type LineCurrency, quantityIn } from './table-currency.ts';
import type { TableForm } from './table-form.ts';
import type { KnownRate, TableLine } from './table-line.ts';
import { cellOf, readCell, type TableCell } from './table-numbers.ts';
import {
  type Cause,
  type Figures,
  judge,
  numberOf,
  otherSide,
  type Reading,
  ratesOf,
  SIDES,
} from './table-reading.ts';

const MOST_DECIMALS = 8;
const SIDE_NAMES = { purchase: 'Achat', sale: 'Vente' } as const;
const NO_COLUMN =
  'Choisissez les colonnes de l’achat et de la vente, ou titrez-les «\u00a0Achat\u00a0» et «\u00a0Vente\u00a0».';

type ParsedLine = TableLine extends infer L
  ? L extends unknown
    ? Omit<L, 'line' | 'currency'>
    : never
  : never;

type LineParts = {
  form: TableForm;
  rate: KnownRate;
  base: string;
  found: LineCurrency;
  correction: Reading | undefined;
  isEdited: boolean;
};

export function readLine(row: readonly TableCell[], parts: LineParts): ParsedLine {
  const { form, rate, base, found, correction, isEdited } = parts;
  const { code } = rate;
  const refuse = (why: string, candidates: readonly string[] = []): ParsedLine => ({
    outcome: 'refused',
    code,
    why,
    candidates,
  });
  if (form.purchase === null && form.sale === null) return refuse(NO_COLUMN);
  const pair = found.code === null ? null : found.pair;
  if (pair && (pair === 'base') !== (form.unit === 'per_base')) return refuse(wrongPair(found.text), [code]);
  const read = readFigures(row, form, [code, base]);
  if ('why' in read) return refuse(read.why);
  const { figures, isRounded, tooLong } = read;
  const own = readingOf(form.unit, quantityIn(found.text), quantityOf(row, form));
  const reading = correction ?? own;
  const made = makeDraft(figures, reading, rate);
  const amounts = { purchase: numberOf(figures.purchase), sale: numberOf(figures.sale) };
  const good = {
    code,
    isRounded: isRounded || made?.isRounded === true,
    isCorrected: isEdited || correction !== undefined,
    alike: [],
  };
  if (made && changedSides(rate, made.draft).length === 0) {
    return { outcome: 'unchanged', draft: made.draft, doubts: [], ...good };
  }
  const isZero = SIDES.some((side) => figures[side]?.units === 0);
  const judged = correction || isZero ? 'plain' : judge(rate.rate, amounts, reading, code, base);
  if (typeof judged === 'object') return describeCorrection(judged, figures, rate);
  if (tooLong && !reading.isPrice && !correction) return refuse(sideProblem(tooLong, 'decimals', form));
  if (!made) return refuse(describeAmount(figures, reading));
  if (judged === 'far') return refuse(FAR);
  const checked = checkFixing(rate, made.draft);
  // each side was checked when it was parsed
  if (checked.outcome !== 'ready') return refuse(FAR);
  const isNew = rate.purchase === null && rate.sale === null;
  return { outcome: isNew ? 'new' : 'changed', draft: made.draft, doubts: checked.doubts, ...good };
}

const FAR = 'Trop loin du taux intermédiaire. Corrigez ces nombres.';

function wrongPair(text: string): string {
  return `La paire «\u00a0${text.slice(0, 40)}\u00a0» est écrite dans l’autre sens que le tableau. Choisissez la devise pour reprendre cette ligne.`;
}

function describeCorrection(cause: Cause, figures: Figures, rate: KnownRate): ParsedLine {
  const made = makeDraft(figures, cause.reading, rate);
  const { code } = rate;
  if (!made) return { outcome: 'refused', code, why: FAR, candidates: [] };
  return {
    outcome: 'to_correct',
    code,
    why: cause.sentence,
    correction: { reading: cause.reading, draft: made.draft },
  };
}

function quantityOf(row: readonly TableCell[], { quantity }: TableForm): number | null {
  const { typed } = readCell(cellOf(row, quantity), 'comma');
  const value = typed.outcome === 'read' ? decimalNumber(typed.decimal) : null;
  return value !== null && Number.isSafeInteger(value) && value > 0 ? value : null;
}

function readFigures(
  row: readonly TableCell[],
  form: TableForm,
  currencies: readonly string[],
): { figures: Figures; isRounded: boolean; tooLong: FixingSide | null } | { why: string } {
  const figures: Record<FixingSide, Figures[FixingSide]> = { purchase: null, sale: null };
  let isRounded = false;
  let tooLong: FixingSide | null = null;
  for (const side of SIDES) {
    const cell = cellOf(row, form[side]);
    const read = readCell(cell, form.decimals, currencies);
    if (read.typed.outcome === 'unreadable') {
      return { why: sideProblem(side, read.typed.problem, form) };
    }
    if (read.typed.outcome === 'read') {
      figures[side] = read.typed.decimal;
      // a typed digit is never dropped
      if (typeof cell === 'string' && decimalsOf(read.typed.decimal) > MOST_DECIMALS) tooLong = side;
    }
    isRounded ||= read.isRounded;
  }
  return { figures, isRounded, tooLong };
}

function decimalsOf(decimal: Decimal): number {
  return decimalText(decimal).split('.')[1]?.length ?? 0;
}

function sideProblem(side: FixingSide, problem: NumberProblem, { unit }: TableForm): string {
  const sentence = describeRateProblem(problem, unit === 'per_base' ? 'rate' : 'quote');
  return `${SIDE_NAMES[side]}\u00a0: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
}

// null: a figure makes no amount that may be fixed.
function makeDraft(
  figures: Figures,
  reading: Reading,
  rate: KnownRate,
): { draft: FixingDraft; isRounded: boolean } | null {
  const draft: Partial<Record<FixingSide, string>> = {};
  const rates = ratesOf(figures, reading);
  let isRounded = false;
  for (const side of SIDES) {
    const figure = figures[reading.isSwapped ? otherSide(side) : side];
    if (figure === null) continue;
    const made = rates[side];
    if (!made) return null;
    const kept = presentRate(figure, reading, rate[side]);
    draft[side] = decimalText(kept ?? made.rate);
    isRounded ||= !kept && (made.isRounded || isInexact(figure, reading));
  }
  return { draft, isRounded };
}

// A rate equal to the company's at the digits of the table is that rate.
function presentRate(figure: Figures[FixingSide], reading: Reading, current: number | null) {
  const unit = quoteUnitOf(reading);
  if (unit === null || current === null || figure === null) return null;
  const known = decimalOf(current);
  return compareDecimals(quoteOf(known, unit).quote, figure) === 0 ? known : null;
}

function isInexact(figure: NonNullable<Figures[FixingSide]>, reading: Reading): boolean {
  const unit = quoteUnitOf(reading);
  return unit !== null && roundTripOf(figure, unit)?.isExact === false;
}

function quoteUnitOf({ isPrice, quantity, power }: Reading): QuoteUnit | null {
  if (!isPrice || power !== 0) return null;
  return ({ 1: 'base_per_1', 100: 'base_per_100', 1000: 'base_per_1000' } as const)[quantity] ?? null;
}

function describeAmount(figures: Figures, reading: Reading): string {
  const rates = ratesOf(figures, reading);
  const side = SIDES.find(
    (each) => figures[reading.isSwapped ? otherSide(each) : each] !== null && !rates[each],
  );
  return `${SIDE_NAMES[side ?? 'purchase']}\u00a0: il faut ${AMOUNT_REQUIREMENT}`;
}

// Candidates whose mid rate is nearest to the figures of the line first.
export function byLikelihood(
  candidates: readonly string[],
  known: ReadonlyMap<string, KnownRate>,
  row: readonly TableCell[],
  form: TableForm,
): readonly string[] {
  if (candidates.length < 2) return candidates;
  const read = readFigures(row, form, []);
  const figure = 'why' in read ? null : numberOf(read.figures.purchase ?? read.figures.sale);
  if (figure === null) return candidates;
  const reading = readingOf(form.unit, null, quantityOf(row, form));
  const value = reading.isPrice ? reading.quantity / figure : figure;
  const distance = (code: string) => Math.abs(Math.log(value / (known.get(code)?.rate ?? value * 1e9)));
  // a tenth of the mid rate apart is no difference between vague names
  return [...candidates].sort((a, b) => Math.round(10 * distance(a)) - Math.round(10 * distance(b)));
}
