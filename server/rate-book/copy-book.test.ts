import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDecimal } from '#domain/money/decimal.ts';
import { listed } from '../testing/followed-book.ts';
import { copyBook } from './copy-book.ts';
import type { Rates } from './market.ts';
import { type BookCompany, RateBook } from './rate-book.ts';

const EUR = {
  code: 'EUR',
  label: 'euro',
  rate: { units: 1, scale: 0 },
  at: '',
  source: '',
  sourceJson: '""',
};
const currencies = [
  EUR,
  { ...EUR, code: 'USD', rate: { units: 11361, scale: 4 } },
  { ...EUR, code: 'JPY', rate: { units: 180, scale: 0 } },
];
/** What bureaux are called; each is one's at a time. */
const NAMES = ['Zéphyr', 'Étoile', 'Écu', 'alpha', 'Quai', 'Quai neuf', 'Change'];
const IDS = 5;

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type Known = { company: BookCompany; isSuspended: boolean; fixings: Map<string, Rates> };

/** A few rates, so that ties are common. */
const rate = fc.option(fc.integer({ min: 11_000, max: 11_002 }).map((n) => parseDecimal(`${n}e-4`)));
const id = fc.integer({ min: 1, max: IDS });
const code = fc.constantFrom('USD', 'JPY');
const step = fc.oneof(
  fc.record({
    kind: fc.constant('fix' as const),
    id,
    code,
    rates: fc.option(fc.record({ sale: rate, purchase: rate })),
  }),
  fc.record({
    kind: fc.constant('edit' as const),
    id,
    name: fc.nat(NAMES.length - 1),
    site: fc.nat(IDS),
    isPartner: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('suspend' as const), id }),
  fc.record({ kind: fc.constant('return' as const), id }),
);

/** What the database would hold; a bureau takes a name or a site that is another's by giving it its own. */
class World {
  readonly companies = new Map<number, Known>();
  #updates = 0;

  /** The bureaux that are told of then, a fixing apart. */
  apply(change: Step): number[] {
    const known = this.companies.get(change.id) ?? this.#add(change.id);
    if (change.kind === 'fix') {
      if (change.rates) known.fixings.set(change.code, { ...change.rates, updatedAt: ++this.#updates });
      else known.fixings.delete(change.code);
      return [];
    }
    if (change.kind === 'edit') {
      const { isPartner } = change;
      const exchanged = this.#exchange(known, 'name', NAMES[change.name] ?? '');
      exchanged.push(...this.#exchange(known, 'site', `https://${change.site}.example`));
      known.company = { ...known.company, isPartner };
      return [...new Set([...exchanged, change.id])];
    }
    known.isSuspended = change.kind === 'suspend';
    return [change.id];
  }

  book(): RateBook {
    const compared = [...this.companies.values()].filter(({ isSuspended }) => !isSuspended);
    const book = new RateBook(
      currencies,
      compared.map(({ company }) => company),
    );
    for (const { company, fixings } of compared)
      for (const [served, rates] of fixings) book.set(served, company.id, rates);
    return book;
  }

  #add(newId: number): Known {
    const taken = new Set(
      [...this.companies.values()].flatMap(({ company: { name, site } }) => [name, site]),
    );
    const name = NAMES.find((one) => !taken.has(one)) ?? '';
    const site = Array.from({ length: IDS + 1 }, (_, i) => `https://${i}.example`).find((s) => !taken.has(s));
    const company = { id: newId, name, logo: `logo-${newId}`, site: site ?? '', isPartner: false };
    const known = { company, isSuspended: false, fixings: new Map<string, Rates>() };
    this.companies.set(newId, known);
    return known;
  }

  #exchange(known: Known, field: 'name' | 'site', value: string): number[] {
    const other = [...this.companies.values()].find(({ company }) => company[field] === value);
    const own = known.company[field];
    if (other) other.company = { ...other.company, [field]: own };
    known.company = { ...known.company, [field]: value };
    return other ? [other.company.id] : [];
  }
}

/** As readChanges and follow do, one company after the other. */
async function read(
  book: RateBook,
  companies: ReadonlyMap<number, Known>,
  ids: readonly number[],
): Promise<RateBook> {
  const placeless: BookCompany[] = [];
  for (const one of ids) {
    const known = companies.get(one);
    if (!known || known.isSuspended) book.removeCompany(one);
    else if (!book.setCompany(known.company, known.fixings)) placeless.push(known.company);
  }
  if (placeless.length === 0) return book;
  const copy = await copyBook(book, placeless, async () => undefined);
  const left = placeless.map((company) => company.id);
  return read(copy, companies, left);
}

function picture(book: RateBook) {
  return {
    offers: ['USD', 'JPY'].flatMap((one) => [listed(book, one, true), listed(book, one, false)]),
    sites: Array.from({ length: IDS + 1 }, (_, i) => book.companyBySite(`https://${i}.example`)?.name),
    companies: book.companyCount,
    fixings: book.fixingCount,
  };
}

test('fixings, edits, suspensions and come-backs one by one give the book that is loaded at once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(step, fc.boolean()), { maxLength: 40, size: 'max' }),
      async (steps) => {
        const world = new World();
        let book = world.book();
        for (const [change, isLookedAt] of steps) {
          const isNew = !world.companies.has(change.id);
          const ids = world.apply(change);
          if (change.kind === 'fix' && !isNew) {
            const { isSuspended, fixings } = world.companies.get(change.id) as Known;
            if (!isSuspended) book.set(change.code, change.id, fixings.get(change.code) ?? null);
          }
          book = await read(book, world.companies, isNew ? [...new Set([...ids, change.id])] : ids);
          // what nobody looks at is not sorted yet
          if (isLookedAt) expect(picture(book)).toEqual(picture(world.book()));
        }
        expect(picture(book)).toEqual(picture(world.book()));
      },
    ),
    { numRuns: 300 },
  );
});
