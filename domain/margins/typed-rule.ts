import { decimalNumber, decimalOf, decimalText } from '../money/decimal.ts';
import { describeRateProblem } from '../money/rate-problems.ts';
import { readTypedNumber } from '../money/typed-number.ts';
import { MAX_MARGIN, type RuleDraft, type RuleTarget } from './margin-sheet.ts';

/** Percentages and rates as typed. Empty: none. */
export type TypedRule = {
  target: RuleTarget;
  follows: boolean;
  purchase_margin: string;
  sale_margin: string;
  rounding: 'digits' | 'step';
  size: string;
  least_change: string;
  floor: string;
  ceiling: string;
};

export type RuleField = Exclude<keyof TypedRule, 'target' | 'follows' | 'rounding'>;
export type RuleErrors = { [field in RuleField]?: string | undefined };

export const NEW_RULE: Omit<TypedRule, 'target'> = {
  follows: true,
  purchase_margin: '',
  sale_margin: '',
  rounding: 'digits',
  size: '5',
  least_change: '',
  floor: '',
  ceiling: '',
};

export function parseTypedRule(typed: TypedRule): { rule: RuleDraft } | { errors: RuleErrors } {
  const errors: RuleErrors = {};
  const read = (field: RuleField, check: (value: number) => string | undefined): number | null => {
    const number = readTypedNumber(typed[field].replace(/%\s*$/, ''), 'rate');
    if (number.outcome === 'empty') return null;
    if (number.outcome === 'unreadable') {
      errors[field] = describeRateProblem(number.problem, 'rate');
      return null;
    }
    const value = decimalNumber(number.decimal);
    const error = check(value);
    if (error) errors[field] = error;
    return value;
  };
  const rule: RuleDraft = {
    target: typed.target,
    follows: typed.follows,
    purchase_margin: read('purchase_margin', checkPercent),
    sale_margin: read('sale_margin', checkPercent),
    least_change: read('least_change', checkPercent) ?? 0,
    floor: read('floor', checkRate),
    ceiling: read('ceiling', checkRate),
    rounding: { kind: 'digits', digits: 5 },
  };
  const size = read('size', typed.rounding === 'digits' ? checkDigits : checkStep);
  if (size === null) errors.size ??= typed.rounding === 'digits' ? checkDigits(0) : checkStep(0);
  else if (typed.rounding === 'digits') rule.rounding = { kind: 'digits', digits: size };
  else rule.rounding = { kind: 'step', step: size };
  return Object.keys(errors).length > 0 ? { errors } : { rule };
}

export function typedRule(rule: RuleDraft): TypedRule {
  const { target, follows, rounding } = rule;
  return {
    target,
    follows,
    purchase_margin: text(rule.purchase_margin),
    sale_margin: text(rule.sale_margin),
    rounding: rounding.kind,
    size: text(rounding.kind === 'digits' ? rounding.digits : rounding.step),
    least_change: rule.least_change === 0 ? '' : text(rule.least_change),
    floor: text(rule.floor),
    ceiling: text(rule.ceiling),
  };
}

function text(value: number | null): string {
  return value === null ? '' : decimalText(decimalOf(value)).replace('.', ',');
}

function checkPercent(value: number): string | undefined {
  if (value > MAX_MARGIN) return `${MAX_MARGIN} % au plus.`;
  return decimalText(decimalOf(value)).replace(/^[^.]*\.?/, '').length > 2
    ? 'Deux décimales au plus.'
    : undefined;
}

function checkRate(value: number): string | undefined {
  return value > 0 && value < 10_000_000 ? undefined : 'Un taux positif, inférieur à 10 000 000.';
}

function checkDigits(value: number): string | undefined {
  return Number.isInteger(value) && value >= 2 && value <= 8 ? undefined : 'De 2 à 8 chiffres.';
}

function checkStep(value: number): string | undefined {
  return value > 0 && value <= 100_000 ? undefined : 'Un pas positif, par exemple 0,005.';
}
