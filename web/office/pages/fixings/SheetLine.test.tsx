import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { aRate } from '#domain/testing/rates.ts';
import { doubtQuestion } from './doubts.tsx';
import { openDrafts, typeDraft, useDrafts } from './drafts.ts';
import { SheetCard, SheetTableRow } from './SheetLine.tsx';
import { toSheetRow } from './sheet-state.ts';

const AT = new Date('2026-11-22T08:00:00Z');
const WON = aRate({ code: 'KRW', rate: 1550, purchase: 1596, sale: 1508 });

beforeEach(() => openDrafts(1, [WON]));
afterEach(() => useDrafts.setState(useDrafts.getInitialState(), true));

const line = {
  row: toSheetRow(WON),
  label: 'Won sud-coréen',
  unit: 'per_base',
  at: AT,
  commonMidDay: '',
  isOrdered: false,
} as const;

test.each([
  [
    'a row',
    <table key="row">
      <tbody>
        <SheetTableRow {...line} />
      </tbody>
    </table>,
  ],
  [
    'a card',
    <ul key="card">
      <SheetCard {...line} />
    </ul>,
  ],
])('the gap of %s is a margin near the mid rate, and far from it its cause', (_, element) => {
  const { container } = render(element);
  expect(container.textContent).toContain('2,9\u00a0%');
  for (const [typed, cause] of [
    ['150800', 'Vente\u00a0: cent fois trop grand.'],
    ['0.00066313', 'Vente\u00a0: écrit en EUR pour 1 KRW.'],
    ['500', 'Vente\u00a0: sans rapport.'],
  ] as const) {
    act(() => typeDraft(WON, 'sale', typed));
    expect(container.querySelector('[title^="Vente\u00a0:"]')?.textContent).toBe(cause);
    expect(container.textContent).not.toContain('%');
  }
  act(() => typeDraft(WON, 'sale', '1500'));
  expect(container.textContent).toContain('3,2\u00a0%');
});

test('the question of a row says such a cause once, beside what else is unusual', () => {
  const { message } = doubtQuestion(
    WON,
    [
      { kind: 'deviation', side: 'sale', amount: 150_800, deviation: 96_290 },
      { kind: 'wrong_side', side: 'sale', amount: 150_800 },
      { kind: 'change', side: 'sale', amount: 150_800, last: 1508, deviation: 99_000 },
      { kind: 'inverted', purchase: 1596, sale: 150_800 },
    ],
    'per_base',
  );
  const { container } = render(message);
  const items = [...container.querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(items).toEqual([
    'Vente 150\u202f800\u00a0: cent fois trop grand.',
    'L’achat (1\u202f596,0) est inférieur à la vente (150\u202f800) : le bureau perdrait sur chaque aller-retour.',
  ]);
});
