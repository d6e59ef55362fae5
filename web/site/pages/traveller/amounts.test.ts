import { expect, test } from 'vitest';
import { aBooking, aBookingBranch, someTerms } from '#domain/testing/reservations.ts';
import { amountsOf, chosenPrice, formatExchange, largestPrice, pricesInNotes } from './amounts.ts';
import type { Draft, RequestedExchange } from './draft.ts';
import { freshDraft } from './stored-draft.ts';

const WANTED: RequestedExchange = {
  site: '',
  side: 'sale',
  currency: 'USD',
  target: 'offer',
  cents: 500_00,
  branch: null,
};
const branch = aBookingBranch({ rate: 1.1285 });

type Case = { exchange?: Partial<RequestedExchange>; notes?: number[]; fee?: number; draft?: Partial<Draft> };

function propose({ exchange = {}, notes = [1, 5, 10], fee = 0, draft = {} }: Case) {
  const asked = { ...WANTED, ...exchange };
  const booking = aBooking({ notes, counters: [branch], terms: someTerms({ modes: { counter: { fee } } }) });
  const typed = { ...freshDraft(asked), ...draft };
  const prices = pricesInNotes(booking, branch, asked, typed);
  const format = (price: Parameters<typeof formatExchange>[2]) =>
    formatExchange('EUR', asked, price).replaceAll(/\s/g, ' ');
  const chosen = chosenPrice(prices, asked, typed);
  return { said: prices.map(format), chosen: chosen && format(chosen), prices, asked, booking };
}

test.each<[string, Case, string[]]>([
  ['both neighbours of euros', {}, ['$ 564 pour € 499,78', '$ 565 pour € 500,67']],
  ['a smallest note of 5', { notes: [5, 10] }, ['$ 560 pour € 496,24', '$ 565 pour € 500,67']],
  ['dollars in notes', { exchange: { target: 'wish', cents: 564_00 } }, ['$ 564 pour € 499,78']],
  ['with the fee', { fee: 4, exchange: { target: 'wish', cents: 564_00 } }, ['$ 564 pour € 503,78']],
  [
    'dollars brought',
    { exchange: { side: 'purchase', cents: 564_50 } },
    ['€ 499,77 pour $ 564', '€ 500,66 pour $ 565'],
  ],
  [
    'chosen notes',
    { draft: { notes: 'choice', denominations: [50] } },
    ['$ 550 pour € 487,38', '$ 600 pour € 531,68'],
  ],
  ['a currency without notes', { notes: [] }, []],
])('amounts in notes: %s', (_, given, said) => {
  expect(propose(given).said).toEqual(said);
});

test('the first amount is chosen until another one is, and chosen notes choose none by themselves', () => {
  expect(propose({}).chosen).toBe('$ 564 pour € 499,78');
  expect(propose({ draft: { amount: 565_00 } }).chosen).toBe('$ 565 pour € 500,67');
  const notes = { notes: 'choice', denominations: [50] } as const;
  expect(propose({ draft: { ...notes, amount: 564_00 } }).chosen).toBeNull();
  expect(propose({ draft: { ...notes, amount: 600_00 } }).chosen).toBe('$ 600 pour € 531,68');
  // a single one, above what was typed
  const hundreds = { notes: 'choice', denominations: [100], cents: 60_00 } as const;
  expect(propose({ draft: hundreds })).toMatchObject({ said: ['$ 100 pour € 88,62'], chosen: null });
  expect(propose({ draft: { ...hundreds, amount: 100_00 } }).chosen).toBe('$ 100 pour € 88,62');
});

test('what a press takes is proposed again for what it types', () => {
  for (const given of [{}, { exchange: { side: 'purchase', target: 'wish' } as const, fee: 4 }]) {
    const { prices, asked, booking } = propose(given);
    for (const price of prices) {
      const draft = { ...freshDraft(asked), ...amountsOf(asked, price) };
      expect(chosenPrice(pricesInNotes(booking, branch, asked, draft), asked, draft)).toEqual(price);
    }
  }
});

test('the largest amount hands over no more than there is', () => {
  const { asked, booking } = propose({ notes: [20, 50] });
  expect(largestPrice(booking, branch, asked, 500_00)?.received).toBe(500_00);
  expect(largestPrice(booking, branch, asked, 510_00)?.received).toBe(500_00);
  expect(largestPrice(booking, branch, asked, 0)).toBeNull();
  const brought = propose({ exchange: { side: 'purchase' }, fee: 4 });
  const largest = largestPrice(brought.booking, branch, brought.asked, 500_00);
  // € 504 less the fee
  expect(largest).toMatchObject({ offered: 568_00, received: 503_32, fee: 4_00 });
});
