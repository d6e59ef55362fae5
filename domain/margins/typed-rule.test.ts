import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NEW_RULE, parseTypedRule, type TypedRule, typedRule } from './typed-rule.ts';

const typed = (parts: Partial<TypedRule>): TypedRule => ({ ...NEW_RULE, target: { kind: 'all' }, ...parts });

describe('a typed margin rule', () => {
  test('accepts numbers as people write them', () => {
    expect(
      parseTypedRule(
        typed({
          purchase_margin: '2,5 %',
          sale_margin: '.75',
          rounding: 'step',
          size: '0,005',
          floor: '1 200',
        }),
      ),
    ).toEqual({
      rule: {
        target: { kind: 'all' },
        follows: true,
        purchase_margin: 2.5,
        sale_margin: 0.75,
        rounding: { kind: 'step', step: 0.005 },
        least_change: 0,
        floor: 1200,
        ceiling: null,
      },
    });
  });

  test.each<[Partial<TypedRule>, object]>([
    [{ purchase_margin: '31' }, { purchase_margin: '30 % au plus.' }],
    [{ sale_margin: '2,505' }, { sale_margin: 'Deux décimales au plus.' }],
    [{ sale_margin: '-2' }, { sale_margin: 'Le nombre doit être positif.' }],
    [{ size: '' }, { size: 'De 2 à 8 chiffres.' }],
    [{ size: '9' }, { size: 'De 2 à 8 chiffres.' }],
    [{ rounding: 'step', size: '0' }, { size: 'Un pas positif, par exemple 0,005.' }],
    [{ rounding: 'step', size: '' }, { size: 'Un pas positif, par exemple 0,005.' }],
    [{ rounding: 'step', size: '100000,5' }, { size: 'Un pas positif, par exemple 0,005.' }],
    [{ floor: '10000000' }, { floor: 'Un taux positif, inférieur à 10 000 000.' }],
    [{ ceiling: '0' }, { ceiling: 'Un taux positif, inférieur à 10 000 000.' }],
    [
      { floor: 'abc', ceiling: '0' },
      { floor: expect.any(String), ceiling: expect.any(String) },
    ],
  ])('%j: %j', (parts, errors) => {
    expect(parseTypedRule(typed(parts))).toEqual({ errors });
  });

  test('is unchanged after it was stored and shown again', () => {
    const hundredths = fc.option(
      fc.integer({ min: 0, max: 3_000 }).map((n) => n / 100),
      { nil: null },
    );
    fc.assert(
      fc.property(hundredths, hundredths, fc.integer({ min: 2, max: 8 }), (purchase, sale, digits) => {
        const least_change = sale ?? 0;
        const rule = {
          target: { kind: 'all' } as const,
          follows: true,
          purchase_margin: purchase,
          sale_margin: sale,
          rounding: { kind: 'digits' as const, digits },
          least_change,
          floor: null,
          ceiling: null,
        };
        expect(typedRule(rule).least_change === '').toBe(least_change === 0);
        expect(parseTypedRule(typedRule(rule))).toEqual({ rule });
      }),
    );
  });
});
