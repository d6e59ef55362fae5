import { type Static, Type } from 'typebox';
import { CurrencyCode } from '../currencies/currency.ts';
import { decimalOf, decimalText, parseDecimal } from '../money/decimal.ts';
import { parseStep, type RateRounding } from '../money/scaled-rate.ts';
import { fixingAmount } from '../rates/amount.ts';
import { isPlainText } from '../text/plain-text.ts';
import type { ValidationError } from '../validation/draft.ts';
import type { MarginRule } from './follow-mid.ts';

/** A purchase with a larger margin would be more than 50 % off the mid rate, and held for review (contract 2). */
export const MAX_MARGIN = 30;
const MAX_RULES = 300;
const MAX_GROUPS = 30;

/** Groups that every company has; 'exotiques' are all others. A company's own groups come beside them, by name. */
export const MAJORS: readonly string[] = ['USD', 'GBP', 'CHF', 'JPY', 'CAD', 'AUD'];
export const BUILT_IN_GROUPS = { majors: 'Majeures', exotics: 'Exotiques' } as const;

const Percent = Type.Number({ minimum: 0, maximum: MAX_MARGIN });
const Optional = <T extends ReturnType<typeof Type.Number>>(schema: T) => Type.Union([schema, Type.Null()]);

export const RuleTarget = Type.Union([
  Type.Object({ kind: Type.Literal('all') }),
  Type.Object({ kind: Type.Literal('group'), name: Type.String({ minLength: 1, maxLength: 40 }) }),
  Type.Object({ kind: Type.Literal('currency'), code: CurrencyCode }),
]);
export type RuleTarget = Static<typeof RuleTarget>;

/**
 * Margins and the least change are percentages of at most 2 decimals; a margin of null is fixed by hand. `follows`
 * false: both sides are fixed by hand, whatever a wider rule says.
 */
export const RuleDraft = Type.Object({
  target: RuleTarget,
  follows: Type.Boolean(),
  purchase_margin: Optional(Percent),
  sale_margin: Optional(Percent),
  rounding: Type.Union([
    Type.Object({ kind: Type.Literal('step'), step: Type.Number({ exclusiveMinimum: 0, maximum: 100_000 }) }),
    Type.Object({ kind: Type.Literal('digits'), digits: Type.Integer({ minimum: 2, maximum: 8 }) }),
  ]),
  least_change: Percent,
  floor: Optional(Type.Number()),
  ceiling: Optional(Type.Number()),
});
export type RuleDraft = Static<typeof RuleDraft>;

export const CurrencyGroup = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 40 }),
  currencies: Type.Array(CurrencyCode, { minItems: 1, maxItems: 200, uniqueItems: true }),
});
export type CurrencyGroup = Static<typeof CurrencyGroup>;

export const MarginSheet = Type.Object({
  groups: Type.Array(CurrencyGroup, { maxItems: MAX_GROUPS }),
  rules: Type.Array(RuleDraft, { maxItems: MAX_RULES }),
});
export type MarginSheet = Static<typeof MarginSheet>;

export const NO_MARGINS: MarginSheet = { groups: [], rules: [] };

/** Rule of the currency, otherwise of the first group that includes it, otherwise of all. */
export function ruleFor(sheet: MarginSheet, code: string): RuleDraft | null {
  const candidates = sheet.rules.map((rule) => ({
    rule,
    precedence: precedenceOf(rule.target, sheet.groups, code),
  }));
  const [first] = candidates
    .filter(({ precedence }) => precedence !== null)
    .sort((a, b) => (a.precedence ?? 0) - (b.precedence ?? 0));
  return first?.rule ?? null;
}

function precedenceOf(target: RuleTarget, groups: readonly CurrencyGroup[], code: string): number | null {
  if (target.kind === 'currency') return target.code === code ? 0 : null;
  if (target.kind === 'all') return groups.length + 3;
  const own = groups.findIndex(({ name }) => name === target.name);
  if (own !== -1) return groups[own]?.currencies.includes(code) ? own + 1 : null;
  const isMajor = MAJORS.includes(code);
  if (target.name === BUILT_IN_GROUPS.majors) return isMajor ? groups.length + 1 : null;
  if (target.name === BUILT_IN_GROUPS.exotics) return isMajor ? null : groups.length + 2;
  return null;
}

/** null: the currency is fixed by hand. */
export function ruleOf(draft: RuleDraft | null): MarginRule | null {
  if (!draft?.follows) return null;
  return {
    margins: { purchase: hundredths(draft.purchase_margin), sale: hundredths(draft.sale_margin) },
    rounding: roundingOf(draft.rounding),
    leastChange: hundredths(draft.least_change) ?? 0,
    floor: draft.floor === null ? null : decimalOf(draft.floor),
    ceiling: draft.ceiling === null ? null : decimalOf(draft.ceiling),
  };
}

/** First validation error beyond the schema. `known`: the company's currencies. */
export function checkMargins(sheet: MarginSheet, known: ReadonlySet<string>): ValidationError | null {
  return checkGroups(sheet.groups, known) ?? checkRules(sheet, known);
}

function checkGroups(groups: readonly CurrencyGroup[], known: ReadonlySet<string>): ValidationError | null {
  const names = new Set<string>(Object.values(BUILT_IN_GROUPS).map(folded));
  for (const { name, currencies } of groups) {
    if (name.trim() !== name || !/[\p{L}\p{N}]/u.test(name) || !isPlainText(name)) {
      return invalid('Donnez un nom à chaque groupe de devises.');
    }
    if (names.has(folded(name))) return invalid(`Deux groupes portent le nom « ${name} ».`);
    names.add(folded(name));
    const stranger = currencies.find((code) => !known.has(code));
    if (stranger) return invalid(`Groupe « ${name} » : la devise ${stranger} n’est pas connue.`);
  }
  return null;
}

function checkRules({ groups, rules }: MarginSheet, known: ReadonlySet<string>): ValidationError | null {
  const targets = new Set<string>();
  const names = new Set<string>([...groups.map(({ name }) => name), ...Object.values(BUILT_IN_GROUPS)]);
  for (const rule of rules) {
    const { target } = rule;
    const label = formatTarget(target);
    const key = JSON.stringify(target);
    if (targets.has(key)) return invalid(`Il y a deux règles pour ${label}.`);
    targets.add(key);
    if (target.kind === 'group' && !names.has(target.name))
      return invalid(`Le groupe « ${target.name} » n’existe pas.`);
    if (target.kind === 'currency' && !known.has(target.code)) {
      return invalid(`La devise ${target.code} n’est pas connue.`);
    }
    const message = checkRule(rule);
    if (message) return invalid(`Règle pour ${label} : ${message}`);
  }
  return null;
}

function checkRule(rule: RuleDraft): string | null {
  if (!rule.follows) return null;
  const { purchase_margin, sale_margin, least_change, rounding, floor, ceiling } = rule;
  if (purchase_margin === null && sale_margin === null) return 'donnez la marge d’un côté au moins.';
  if (![purchase_margin, sale_margin, least_change].every(hasTwoDecimals)) {
    return 'les marges et le plus petit écart ont au plus 2 décimales.';
  }
  if (rounding.kind === 'step' && !parseStep(String(rounding.step)))
    return 'le pas d’arrondi a au plus 8 décimales.';
  if (floor === null && ceiling === null) return null;
  if (rule.target.kind !== 'currency') return 'un plancher et un plafond ne valent que pour une devise.';
  for (const bound of [floor, ceiling]) {
    if (bound !== null && !fixingAmount(bound)) return 'le plancher et le plafond sont des taux positifs.';
  }
  return floor !== null && ceiling !== null && floor > ceiling
    ? 'le plancher est au-dessus du plafond.'
    : null;
}

export function formatTarget(target: RuleTarget): string {
  if (target.kind === 'all') return 'toutes les devises';
  return target.kind === 'group' ? `le groupe « ${target.name} »` : target.code;
}

function roundingOf(rounding: RuleDraft['rounding']): RateRounding {
  return rounding.kind === 'step' ? { kind: 'step', step: decimalOf(rounding.step) } : rounding;
}

/** Hundredths of a percent: 2.5 is 250, exactly. */
function hundredths(percent: number | null): number | null {
  return percent === null ? null : Math.round(percent * 100);
}

function hasTwoDecimals(percent: number | null): boolean {
  if (percent === null) return true;
  // 1e-20 is a number, but not a decimal of ours
  const decimal = parseDecimal(String(percent));
  return decimal !== null && decimalText(decimal).replace(/^[^.]*\.?/, '').length <= 2;
}

function folded(name: string): string {
  return name.toLowerCase();
}

function invalid(message: string): ValidationError {
  return { code: 'invalid_margins', message };
}
