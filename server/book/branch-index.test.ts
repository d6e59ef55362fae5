import { expect, test } from 'vitest';
import { aBookBranch, aBookCompany } from '../testing/book.ts';
import { BranchIndex } from './branch-index.ts';
import type { BranchQuestion } from './rate-book.ts';
import { Roster } from './roster.ts';

const LYON = { lat: 45.76, lon: 4.86 };
const questionOf = (key: string): BranchQuestion => ({
  key,
  side: 'sale',
  near: { ...LYON, radius: 5_000 },
  kinds: null,
  buysBack: false,
  openAt: null,
  sort: 'amount',
});
const branch = (id: number, position = LYON) => aBookBranch({ id, position });

function open() {
  const companies = [1, 2].map((id) => aBookCompany({ id, branches: [branch(id)] }));
  const roster = new Roster(companies);
  const index = new BranchIndex(roster.companies);
  const find = (key: string) => index.find({ question: questionOf(key), openings: new Map(), roster });
  return { index, find };
}

test('what was found is the same until a branch changes', () => {
  const { index, find } = open();
  const found = find('Lyon');
  expect([...found.ordinary]).toEqual([0, 1]);
  expect(find('Lyon')).toBe(found);
  index.replace(0, [branch(1, { lat: 48.86, lon: 2.35 })]);
  expect([...find('Lyon').ordinary]).toEqual([1]);
  index.replace(0, [branch(1)]);
  expect([...find('Lyon').ordinary].sort()).toEqual([0, 1]);
});

test('of the last 500 questions, that asked for longest ago goes first', () => {
  const { find } = open();
  const [once, again] = [find('once'), find('again')];
  for (let n = 0; n < 400; n++) find(`place ${n}`);
  expect(find('again')).toBe(again);
  for (let n = 400; n < 600; n++) find(`place ${n}`);
  expect(find('again')).toBe(again);
  expect(find('once')).not.toBe(once);
});

test('the tree is built anew once a thousand branches came after it', () => {
  const { index, find } = open();
  const kept = Array.from({ length: 1_000 }, (_, n) => index.replace(0, [branch(n + 3)]));
  expect(kept.indexOf(false)).toBe(999);
  expect(find('Lyon').branchOf(0).id).toBe(1_002);
});
