import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aBookBranch, aBookCompany } from '../testing/book.ts';
import { BranchIndex, type BranchQuestion } from './branch-index.ts';
import { BranchLayout, MOST_AFTER, type Owners, ownersIn } from './branch-layout.ts';
import type { Found } from './found-branches.ts';
import type { BookBranch, BookCompany } from './rate-book.ts';

const BRANCH = aBookBranch();
const ANYWHERE: BranchQuestion = {
  key: '',
  side: 'sale',
  near: null,
  kinds: null,
  buysBack: false,
  openAt: null,
};
const AT_LYON: BranchQuestion = { ...ANYWHERE, near: { lat: 45.76, lon: 4.84, radius: 20_000 } };
const QUESTIONS: readonly BranchQuestion[] = [
  ...[ANYWHERE, AT_LYON, { ...AT_LYON, near: { lat: 45.76, lon: 4.84, radius: 2_000 } }],
  ...[
    { ...AT_LYON, kinds: ['airport'] as const },
    { ...AT_LYON, side: 'purchase' as const },
  ],
];

const company = (id: number, branches: readonly BookBranch[]) => aBookCompany({ id, branches });

const anyBranch = fc.record({
  kind: fc.constantFrom('street' as const, 'airport' as const),
  sells: fc.boolean(),
  percent: fc.integer({ min: -5, max: 5 }),
  rates: fc.constantFrom(null, null, new Map()),
  position: fc.option(
    fc.record({
      lat: fc.double({ min: 45.6, max: 45.9, noNaN: true }),
      lon: fc.double({ min: 4.7, max: 5, noNaN: true }),
    }),
  ),
});
/** What becomes of a bureau: it stays, goes, has other branches, or one more. */
const anyAct = fc.record({
  what: fc.constantFrom('go', 'other', 'more', 'come'),
  nth: fc.nat(),
  branches: fc.array(anyBranch, { maxLength: 4 }),
});

function indexOf(layout: BranchLayout, companies: readonly BookCompany[]): BranchIndex {
  const owners = ownersIn(layout, companies);
  if (!owners) throw new Error('no room');
  return new BranchIndex(layout, owners);
}

function shown(one: Found) {
  const [ids, percents] = [[...one.ids], [...one.percents]];
  const all = ids.map((id, i) => [id, percents[i], one.branchOf(id), one.branchAt(i)] as const);
  const sheets = [...one.overrides].sort(([a], [b]) => a - b);
  return { all: all.sort(([a], [b]) => a - b), sheets, nearest: [...one.nearestFirst()] };
}

test('who came, went or moved since the tree was made is found as if it were made anew, and so is what is looked for again', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(anyBranch, { maxLength: 4 }), { minLength: 1, maxLength: 30 }),
      fc.array(anyAct, { maxLength: 12 }),
      (first, acts) => {
        let id = 0;
        const made = (branches: readonly Partial<BookBranch>[]) =>
          branches.map((branch) => ({ ...BRANCH, ...branch, id: ++id }));
        let companies = first.map((branches, i) => company(i + 1, made(branches)));
        const layout = new BranchLayout(companies.flatMap(({ branches }) => branches));
        let before: Owners | undefined;
        const kept = new Map<BranchQuestion, Found>();
        for (const [i, { what, nth, branches }] of acts.entries()) {
          const at = nth % Math.max(1, companies.length);
          const one = companies[at];
          if (what === 'come' || !one) companies = [company(1_000 + i, made(branches)), ...companies];
          else if (what === 'go') companies = companies.toSpliced(at, 1);
          else {
            const kept = what === 'more' ? one.branches : [];
            companies = companies.with(at, company(one.id, [...kept, ...made(branches)]));
          }
          const owners = ownersIn(layout, companies, before);
          if (!owners) break;
          before = owners;
          const later = new BranchIndex(layout, owners);
          const anew = indexOf(new BranchLayout(companies.flatMap((of) => of.branches)), companies);
          const changed = new Set(owners.changed);
          const changedIds = new Set(owners.changed.map((place) => layout.companyIds[place]));
          const isOfChanged = ({ ids, overrides }: Found) =>
            [...ids, ...Array.from(overrides.values(), ({ companyId }) => companyId)].some((one) =>
              changedIds.has(one),
            );
          for (const question of QUESTIONS) {
            const found = anew.find(question, null);
            expect(shown(later.find(question, null))).toEqual(shown(found));
            const known = kept.get(question);
            const again = known
              ? later.findAgain(known, changed, question, null)
              : later.find(question, null);
            expect(shown(again)).toEqual(shown(found));
            if (known) expect(again === known).toBe(!isOfChanged(known) && !isOfChanged(again));
            kept.set(question, again);
          }
        }
      },
    ),
  );
});

test('an index of before finds nobody who came after it', () => {
  const old = [company(1, [BRANCH])];
  const layout = new BranchLayout([BRANCH]);
  const before = indexOf(layout, old);
  const later = indexOf(layout, [...old, company(2, [{ ...BRANCH, id: 2 }])]);
  expect([...before.find(ANYWHERE, null).ids]).toEqual([1]);
  expect([...later.find(ANYWHERE, null).ids]).toEqual([1, 2]);
});

test('a layout is made anew once so many have come, or most have gone', () => {
  const branches = Array.from({ length: 10 }, (_, i) => ({ ...BRANCH, id: i + 1 }));
  const layout = new BranchLayout(branches);
  expect(ownersIn(layout, [company(1, branches.slice(0, 5))])).not.toBeNull();
  expect(ownersIn(layout, [company(1, branches.slice(0, 4))])).toBeNull();
  const many = Array.from({ length: MOST_AFTER }, (_, i) => ({ ...BRANCH, id: 100 + i }));
  expect(ownersIn(layout, [company(1, many)])).not.toBeNull();
  expect(ownersIn(layout, [company(1, many), company(2, [{ ...BRANCH, id: 9 }])])).toBeNull();
});
