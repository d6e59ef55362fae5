import { expect, test } from 'vitest';
import type { BranchQuestion } from './branch-index.ts';
import { findBranches } from './find-branches.ts';
import { plainForm } from './plain-form.ts';
import type { BookBranch, Opening } from './rate-book.ts';

const MINUTE = 60_000;
const HOURS = 'Mo-Su 09:00-12:00';
const branch: BookBranch = {
  ...{ id: 1, name: '', kind: 'street', address: '', city: '', phone: '', timeZone: 'Europe/Paris' },
  ...{ position: { lat: 45.76, lon: 4.86 }, sells: true, buysBack: true, percent: 0, rates: null },
  ...{ openingKey: HOURS, closures: [] },
};

test('who is open at a time that was asked for lately is not asked again, whatever else the question says', () => {
  let count = 0;
  class Counted extends Map<string, Opening> {
    override get(key: string) {
      count += 1;
      return super.get(key);
    }
  }
  const openings = new Counted([
    [HOURS, { stretches: [['2026-11-23', 0, 60 * MINUTE]], until: 60 * MINUTE }],
  ]);
  const company = {
    ...{ id: 1, name: 'Quai', logo: '', site: 'https://quai.example', isPartner: false },
    ...{ stocked: new Set<string>(), branches: [branch] },
  };
  const book = plainForm.create([], [company], openings);
  const ask = (at: number, radius: number) => {
    const question: BranchQuestion = {
      ...{ key: `${at} ${radius}`, side: 'sale', near: { lat: 45.76, lon: 4.86, radius } },
      ...{ kinds: null, buysBack: false, openAt: at * MINUTE },
    };
    return Array.from(findBranches(book, question).ids);
  };
  // as many as are kept
  const times = Array.from({ length: 16 }, (_, n) => n + 1);
  for (const radius of [1_000, 2_000, 3_000]) {
    for (const at of times) expect(ask(at, radius)).toEqual([1]);
  }
  expect(count).toBe(times.length);
});
