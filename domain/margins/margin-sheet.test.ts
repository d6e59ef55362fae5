import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  BUILT_IN_GROUPS,
  checkMargins,
  MAJORS,
  type MarginSheet,
  type RuleDraft,
  ruleFor,
  ruleOf,
} from './margin-sheet.ts';

const KNOWN = new Set([...MAJORS, 'THB', 'MAD', 'VND']);
const rule = (target: RuleDraft['target'], parts: Partial<RuleDraft> = {}): RuleDraft => ({
  target,
  follows: true,
  purchase_margin: 2.5,
  sale_margin: 2.5,
  rounding: { kind: 'digits', digits: 5 },
  least_change: 0,
  floor: null,
  ceiling: null,
  ...parts,
});
const all = rule({ kind: 'all' });
const majors = rule({ kind: 'group', name: BUILT_IN_GROUPS.majors });
const exotics = rule({ kind: 'group', name: BUILT_IN_GROUPS.exotics });
const asia = rule({ kind: 'group', name: 'Asie' });
const baht = rule({ kind: 'currency', code: 'THB' });
const groups = [{ name: 'Asie', currencies: ['THB', 'JPY', 'VND'] }];

describe('the margin rule of a currency', () => {
  test.each<[RuleDraft[], string, RuleDraft | null]>([
    [[], 'USD', null],
    [[all], 'USD', all],
    [[all, majors], 'USD', majors],
    [[majors, all], 'MAD', all],
    [[all, majors, exotics], 'MAD', exotics],
    // the bureau's own group is narrower than those that every bureau has
    [[all, majors, exotics, asia], 'JPY', asia],
    [[all, asia, baht], 'THB', baht],
    [[majors], 'THB', null],
  ])('%#', (rules, code, expected) => {
    expect(ruleFor({ groups, rules }, code)).toBe(expected);
  });

  test('is independent of the order of the rules', () => {
    const rules = [all, majors, exotics, asia, baht];
    fc.assert(
      fc.property(
        fc.shuffledSubarray(rules, { minLength: 5 }),
        fc.constantFrom(...KNOWN),
        (shuffled, code) => {
          expect(ruleFor({ groups, rules: shuffled }, code)).toBe(ruleFor({ groups, rules }, code));
        },
      ),
    );
  });
});

test('a side without a margin stays by hand, and so does a currency that follows nothing', () => {
  expect(ruleOf(rule({ kind: 'all' }, { sale_margin: null }))?.margins).toEqual({
    purchase: 250,
    sale: null,
  });
  expect(ruleOf(rule({ kind: 'all' }, { follows: false }))).toBeNull();
});

describe('validation errors of a margin sheet', () => {
  const said = (sheet: Partial<MarginSheet>) =>
    checkMargins({ groups: [], rules: [], ...sheet }, KNOWN)?.message ?? null;

  test.each<[Partial<MarginSheet>, string | null]>([
    [{}, null],
    [{ groups, rules: [all, asia, baht, majors] }, null],
    [{ rules: [all, all] }, 'Il y a deux règles pour toutes les devises.'],
    [{ rules: [asia] }, 'Le groupe « Asie » n’existe pas.'],
    [{ rules: [rule({ kind: 'currency', code: 'XYZ' })] }, 'La devise XYZ n’est pas connue.'],
    [{ groups: [...groups, { name: 'asie', currencies: ['USD'] }] }, 'Deux groupes portent le nom « asie ».'],
    [{ groups: [{ name: 'majeures', currencies: ['USD'] }] }, 'Deux groupes portent le nom « majeures ».'],
    [{ groups: [{ name: ' ', currencies: ['USD'] }] }, 'Donnez un nom à chaque groupe de devises.'],
    [{ groups: [{ name: 'Or ', currencies: ['USD'] }] }, 'Donnez un nom à chaque groupe de devises.'],
    [{ groups: [{ name: '!', currencies: ['USD'] }] }, 'Donnez un nom à chaque groupe de devises.'],
    [{ groups: [{ name: 'a\u0000', currencies: ['USD'] }] }, 'Donnez un nom à chaque groupe de devises.'],
    [{ groups: [{ name: 'a\ud800', currencies: ['USD'] }] }, 'Donnez un nom à chaque groupe de devises.'],
    [{ groups: [{ name: 'Or', currencies: ['XAU'] }] }, 'Groupe « Or » : la devise XAU n’est pas connue.'],
    [
      { rules: [rule({ kind: 'all' }, { purchase_margin: null, sale_margin: null })] },
      'Règle pour toutes les devises : donnez la marge d’un côté au moins.',
    ],
    [
      { rules: [rule({ kind: 'all' }, { sale_margin: 2.505 })] },
      'Règle pour toutes les devises : les marges et le plus petit écart ont au plus 2 décimales.',
    ],
    [
      { rules: [rule({ kind: 'all' }, { least_change: 1e-20 })] },
      'Règle pour toutes les devises : les marges et le plus petit écart ont au plus 2 décimales.',
    ],
    [
      { rules: [rule({ kind: 'all' }, { floor: 1 })] },
      'Règle pour toutes les devises : un plancher et un plafond ne valent que pour une devise.',
    ],
    [
      { rules: [rule({ kind: 'currency', code: 'USD' }, { floor: 1.2, ceiling: 1.1 })] },
      'Règle pour USD : le plancher est au-dessus du plafond.',
    ],
    [{ rules: [rule({ kind: 'currency', code: 'USD' }, { floor: 1.1, ceiling: 1.2 })] }, null],
    [{ rules: [rule({ kind: 'currency', code: 'USD' }, { floor: 1.1, ceiling: 1.1 })] }, null],
    [{ rules: [rule({ kind: 'currency', code: 'USD' }, { ceiling: 1.1 })] }, null],
    [
      { rules: [rule({ kind: 'currency', code: 'USD' }, { floor: 0 })] },
      'Règle pour USD : le plancher et le plafond sont des taux positifs.',
    ],
    [
      { groups, rules: [rule({ kind: 'group', name: 'Asie' }, { ceiling: 1.1 })] },
      'Règle pour le groupe « Asie » : un plancher et un plafond ne valent que pour une devise.',
    ],
    [{ rules: [rule({ kind: 'all' }, { sale_margin: 12.25 })] }, null],
    [
      { rules: [rule({ kind: 'all' }, { rounding: { kind: 'step', step: 1e-9 } })] },
      'Règle pour toutes les devises : le pas d’arrondi a au plus 8 décimales.',
    ],
    // a side fixed by hand ignores the rest of its rule
    [{ rules: [rule({ kind: 'all' }, { follows: false, purchase_margin: null, sale_margin: null })] }, null],
  ])('%#', (sheet, expected) => {
    expect(said(sheet)).toBe(expected);
  });
});
