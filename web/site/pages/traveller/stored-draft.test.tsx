import { beforeEach, expect, test, vi } from 'vitest';
import type { RequestedExchange } from './draft.ts';
import {
  exchangeKey,
  freshDraft,
  removeDrafts,
  removePerson,
  startDraft,
  storeDraft,
} from './stored-draft.ts';

const exchange: RequestedExchange = {
  site: 'https://quais.example',
  side: 'sale',
  currency: 'USD',
  target: 'offer',
  cents: 300_00,
  branch: null,
};
const DRAFT = {
  ...freshDraft(exchange),
  branch: 7,
  pickupAt: 1_795_000_000_000,
  amount: 330_00,
  notes: 'choice',
  denominations: [10],
  key: { value: 'k', body: '{}' },
  email: 'zoe@exemple.fr',
  firstName: 'Zoé',
  phone: '0199000000',
} as const;
const DAY = 86_400_000;

beforeEach(() => localStorage.clear());

test('choices and the key outlive the tab for a day; who one is does not', () => {
  storeDraft(exchange, DRAFT, { isBegun: true });
  expect(startDraft(exchange)).toEqual({ draft: DRAFT, isBegun: true, isReopened: false });
  const stored = JSON.stringify({ ...localStorage });
  for (const word of ['zoe@exemple.fr', 'Zoé', '0199000000']) expect(stored).not.toContain(word);
  // another tab, or a browser that was closed
  sessionStorage.clear();
  const { draft, isReopened } = startDraft(exchange);
  expect(isReopened).toBe(true);
  expect(draft).toEqual({ ...DRAFT, email: '', firstName: '', phone: '' });

  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(now + DAY);
  expect(startDraft(exchange)).toEqual({
    draft: freshDraft(exchange),
    isBegun: false,
    isReopened: false,
  });
  expect(localStorage).toHaveLength(0);
});

test('a page that was only looked at stores no choices', () => {
  storeDraft(exchange, DRAFT, { isBegun: false });
  expect(localStorage).toHaveLength(0);
});

test('whoever signs out leaves nothing, and a reservation takes who made it', () => {
  storeDraft(exchange, DRAFT, { isBegun: true });
  removePerson();
  expect([sessionStorage.length, localStorage.length]).toEqual([0, 1]);
  storeDraft(exchange, DRAFT, { isBegun: true });
  removeDrafts();
  expect([sessionStorage.length, localStorage.length]).toEqual([0, 0]);
});

test('what was chosen for the offer of one branch is not taken for that of another', () => {
  expect(exchangeKey({ ...exchange, branch: 1 })).not.toBe(exchangeKey({ ...exchange, branch: 2 }));
});
