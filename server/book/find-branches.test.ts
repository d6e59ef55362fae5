import { expect, test } from 'vitest';
import { aBookBranch, aBookCompany } from '../testing/book.ts';
import type { BranchQuestion } from './branch-index.ts';
import { fastForm } from './fast/fast-form.ts';
import { findBranches, MOST_CHANGES } from './find-branches.ts';
import { plainForm } from './plain-form.ts';
import type { BookBranch, Opening } from './rate-book.ts';

const MINUTE = 60_000;
const HOURS = 'Mo-Su 09:00-12:00';
const branch = aBookBranch({ position: { lat: 45.76, lon: 4.86 }, openingKey: HOURS });

const PARIS = { lat: 48.86, lon: 2.35 };
const AT_LYON: BranchQuestion = {
  key: 'Lyon',
  side: 'sale',
  near: { lat: 45.76, lon: 4.86, radius: 5_000 },
  kinds: null,
  buysBack: false,
  openAt: null,
};
const companyOf = (id: number, position: BookBranch['position']) =>
  aBookCompany({ id, branches: [{ ...branch, id, position }] });
const atLyon = companyOf(1, branch.position);
const atParis = companyOf(2, PARIS);

test('what was found is the same until one of those who are found, or who come, changes', () => {
  const book = plainForm.create([], [atLyon, atParis]);
  const ask = () => findBranches(book, AT_LYON);
  const found = ask();
  book.removeCompany(2);
  expect(ask()).toBe(found);
  book.setCompany(companyOf(2, PARIS), new Map());
  expect(ask()).toBe(found);
  book.setCompany(companyOf(2, branch.position), new Map());
  expect(ask()).not.toBe(found);
  expect([...ask().ids].sort()).toEqual([1, 2]);
  book.removeCompany(1);
  expect([...ask().ids]).toEqual([2]);
  book.setCompany(atLyon, new Map());
  expect([...ask().ids].sort()).toEqual([1, 2]);
});

test('a company that is read again with the same branches has those of before, in a copy too', async () => {
  const book = fastForm.create([], [atLyon, atParis]);
  const readAgain = { ...companyOf(2, PARIS), isPartner: true };
  const copy = await book.copyWith([{ ...companyOf(1, branch.position), name: 'Bureau 9' }], async () => {});
  for (const one of [book, copy]) one.setCompany(readAgain, new Map());
  for (const one of [book, copy]) {
    expect(one.branchesState).toBe(book.branchesState);
    expect(one.companies.find(({ id }) => id === 2)?.branches).toBe(atParis.branches);
    expect(one.companies.find(({ id }) => id === 1)?.branches).toBe(atLyon.branches);
  }
});

test('other hours change nothing of what was found whenever it is open', () => {
  const book = plainForm.create([], [atLyon], new Map());
  const atNoon = { ...AT_LYON, key: 'Lyon at noon', openAt: 0 };
  const found = findBranches(book, AT_LYON);
  expect([...findBranches(book, atNoon).ids]).toEqual([]);
  book.setOpenings(new Map([[HOURS, { stretches: [['1970-01-01', 0, 60 * MINUTE]], until: 60 * MINUTE }]]));
  expect(findBranches(book, AT_LYON)).toBe(found);
  expect([...findBranches(book, atNoon).ids]).toEqual([1]);
});

test('a book of before is answered what it says, and so is the one after it', () => {
  const before = plainForm.create([], [atLyon, atParis]);
  const ids = (book: typeof before) => [...findBranches(book, AT_LYON).ids].sort();
  expect(ids(before)).toEqual([1]);
  const after = plainForm.create([], [atParis, companyOf(3, branch.position)]);
  expect(ids(after)).toEqual([3]);
  expect(ids(before)).toEqual([1]);
  before.removeCompany(1);
  expect(ids(before)).toEqual([]);
  expect(ids(after)).toEqual([3]);
});

test('after more changes than are known one after the other all is looked for anew', () => {
  const book = plainForm.create([], [atLyon, atParis]);
  const found = new Set([findBranches(book, AT_LYON)]);
  for (let i = 0; i < 2 * MOST_CHANGES; i++) {
    if (i % 2 === 0) book.removeCompany(2);
    else book.setCompany(atParis, new Map());
    found.add(findBranches(book, AT_LYON));
  }
  // how many were known before hangs on the other tests
  expect(found.size).toBeGreaterThanOrEqual(2);
  expect(found.size).toBeLessThanOrEqual(3);
  for (const { ids } of found) expect([...ids]).toEqual([1]);
});

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
  const company = aBookCompany({ branches: [branch] });
  const book = plainForm.create([], [company], openings);
  const ask = (at: number, radius: number) => {
    const question: BranchQuestion = {
      key: `${at} ${radius}`,
      side: 'sale',
      near: { lat: 45.76, lon: 4.86, radius },
      kinds: null,
      buysBack: false,
      openAt: at * MINUTE,
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
