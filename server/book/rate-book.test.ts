import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Decimal, decimalNumber, decimalOf } from '#domain/money/decimal.ts';
import { type Since, sinceOf } from '#domain/rates/freshness.ts';
import { aBookBranch, aBookCompany, aBookCurrency, someRates } from '../testing/book.ts';
import { ALWAYS, listed } from '../testing/followed-book.ts';
import { anyBranch, anyInstant, anyRates } from '../testing/markets.ts';
import { fastForm } from './fast-book.ts';
import { plainForm } from './plain-form.ts';
import type { BookCompany, BookForm, BookOffer, BranchQuestion, RateBook, Rates } from './rate-book.ts';

const currencies = ['EUR', 'USD', 'JPY'].map((code) => aBookCurrency({ code }));
const AT = Date.parse('2026-11-21T08:00:00.000Z');
const company = (id: number, name: string, site = `https://${id}.example`) =>
  aBookCompany({
    id,
    name,
    site,
    logo: `logo-${id}`,
    isPartner: id % 2 === 0,
    reservable: new Map(id % 3 === 0 ? [['USD', { least: 50_00, most: 500_00 }]] : []),
  });
const BRANCH = aBookBranch({ position: { lat: 45.76, lon: 4.86 } });
const companies = ['Zéphyr', 'Étoile', 'Écu', 'alpha', 'Quai'].map((name, i) => company(i + 1, name));
const ratesOf = (sale: number | null, purchase: number | null = null) => someRates({ sale, purchase }, AT);
const namesOf = (book: RateBook, offerIsBase: boolean) =>
  listed(book, 'USD', offerIsBase).map(({ company: { name } }) => name);

describe.each<[string, BookForm]>([
  ['plain', plainForm],
  ['fast', fastForm],
])('a %s book', (_form, { create }) => {
  test('ranks the highest sale and the lowest purchase first, ties by French name', () => {
    const book = create(currencies, companies);
    book.set('USD', 1, ratesOf(1.1, 1.17));
    book.set('USD', 2, ratesOf(1.1));
    book.set('USD', 3, ratesOf(1.1, 1.16));
    book.set('USD', 4, ratesOf(null, 1.18));
    expect(namesOf(book, true)).toEqual(['Écu', 'Étoile', 'Zéphyr']);
    expect(namesOf(book, false)).toEqual(['Écu', 'Zéphyr', 'alpha']);
    expect(book.sideOffers('USD', true, ALWAYS).total).toBe(3);
    expect(book.sideOffers('JPY', true, ALWAYS).total).toBe(0);
    expect(book.sideOffers('USD', true, ALWAYS).best(2, () => 7)).toMatchObject([
      { company: { name: 'Écu' }, score: 7 },
      { score: 7 },
    ]);
  });

  test('finds a company by its site, and none that left', () => {
    const book = create(currencies, companies);
    expect(book.companyBySite('https://4.example')?.name).toBe('alpha');
    expect(book.companyBySite('https://9.example')).toBeUndefined();
    book.removeCompany(4);
    expect(book.companyBySite('https://4.example')).toBeUndefined();
    expect(book.companies.map(({ id }) => id).sort()).toEqual([1, 2, 3, 5]);
  });

  test('lists the same companies until one changes, whatever is fixed', () => {
    const book = create(currencies, companies);
    const listed = book.companies;
    book.set('USD', 1, ratesOf(1.1));
    expect(book.companies).toBe(listed);
    book.setCompany(company(1, 'Zénith'), new Map());
    expect(book.companies).not.toBe(listed);
    const renamed = book.companies;
    expect(renamed.map(({ name }) => name)).toContain('Zénith');
    book.removeCompany(1);
    expect(renamed).not.toBe(book.companies);
  });

  test('says since when a fixing stands, the newest one', () => {
    const book = create(currencies, companies);
    book.set('USD', 1, ratesOf(1.1));
    book.set('USD', 1, { ...ratesOf(1.2), updatedAt: AT + 1 });
    expect(listed(book, 'USD', true)).toMatchObject([{ rate: 1.2, updatedAt: AT + 1 }]);
  });

  test('lists what is fresh first, then what is to be confirmed, and nothing that is stale', () => {
    const book = create(currencies, companies);
    const old = (sale: number, hours: number) => ({ ...ratesOf(sale), updatedAt: AT - hours * 3_600_000 });
    book.set('USD', 1, old(1.1, 0));
    book.set('USD', 2, old(1.2, 25));
    book.set('USD', 3, old(1.3, 30));
    book.set('USD', 4, old(1.4, 24 * 8));
    const at = (days: number) =>
      sinceOf({ freshHours: 24, staleDays: 7 }, new Date(AT + days * 24 * 3_600_000));
    const seen = (days: number) =>
      listed(book, 'USD', true, at(days)).map(({ company: { name }, isFresh }) => [name, isFresh]);
    expect(seen(0)).toEqual([
      ['Zéphyr', true],
      ['Écu', false],
      ['Étoile', false],
    ]);
    expect(seen(0)).toHaveLength(book.sideOffers('USD', true, at(0)).total);
    expect(seen(1)).toEqual([
      ['Écu', false],
      ['Étoile', false],
      ['Zéphyr', false],
    ]);
    expect(seen(7)).toEqual([['Zéphyr', false]]);
    book.set('USD', 4, old(1.4, -24 * 7));
    expect(seen(7)).toEqual([
      ['alpha', true],
      ['Zéphyr', false],
    ]);
    expect(seen(8)).toEqual([['alpha', false]]);
    // a clock that was set back
    expect(seen(-2)).toHaveLength(4);
  });

  test.each([
    ['the nearest', { 31: 900, 32: 400, 33: 200 }, 1_000, 33],
    ['the nearest, whatever is between', { 31: 900, 32: 1_200, 33: 1_100 }, 1_000, 31],
    ['of those as near the one that was added first', { 31: 700, 32: 700, 33: 900 }, 1_000, 31],
    ['the one at its bureau’s rates before others as near', { 31: 700, 32: 700, 33: 900 }, 700, 40],
    ['of those without another the one that was added first', { 31: 700, 32: 700, 33: 900 }, null, 31],
  ])('of counters that pay the same names %s', (_name, ways, listedWay, named) => {
    const book = create(currencies, companies);
    const [one] = companies as [BookCompany];
    const rates = new Map([['USD', ratesOf(1.1)]]);
    const at = (metres: number) => ({ lat: 45.76 + metres / 111_000, lon: 4.86 });
    // not in the order in which they were added
    const owns = [33, 32, 31].map((id) => ({ ...BRANCH, id, rates, position: at(ways[id as 31]) }));
    const branches = listedWay === null ? owns : [...owns, { ...BRANCH, id: 40, position: at(listedWay) }];
    book.setCompany({ ...one, branches }, new Map([['USD', ratesOf(1.1)]]));
    const served = book.sideOffers('USD', true, ALWAYS);
    const some = served.among(aQuestion({ near: { ...at(0), radius: 5_000 } }));
    const score = () => 7;
    expect(some.total).toBe(1);
    expect(some.best(2, score).map(({ branch }) => branch?.id)).toEqual([named]);
    expect(some.nearest(2, score).map(({ branch }) => branch?.id)).toEqual([named]);
    // without a place nobody is near
    expect(served.best(1, score).map(({ branch }) => branch?.id)).toEqual([
      listedWay === null ? 31 : undefined,
    ]);
  });

  test.each([
    ['at the company’s rates, less a percentage', { percent: -900 }],
    ['with own rates', { rates: new Map([['USD', ratesOf(1.0)]]) }],
  ])('by distance a company is listed by its nearest branch, %s', (_name, fields) => {
    const book = create(currencies, companies);
    const [one] = companies as [BookCompany];
    const at = (metres: number) => ({ lat: 45.72 + metres / 111_000, lon: 5.08 });
    const branches = [
      { ...BRANCH, id: 41, position: at(18_000) },
      { ...BRANCH, ...fields, id: 42, kind: 'airport' as const, position: at(550) },
    ];
    book.setCompany({ ...one, branches }, new Map([['USD', ratesOf(1.1)]]));
    const near = { ...at(0), radius: 20_000 };
    const score = () => 7;
    const among = (sort: BranchQuestion['sort']) =>
      book.sideOffers('USD', true, ALWAYS).among(aQuestion({ near, sort }));
    expect(among('amount').best(1, score)[0]).toMatchObject({ branch: { id: 41 } });
    expect(among('distance').nearest(1, score)[0]).toMatchObject({ branch: { id: 42 } });
    expect(Math.round(among('distance').nearest(1, score)[0]?.metres ?? 0)).toBe(551);
  });

  test('leaves out a company or a currency that it does not know', () => {
    const book = create(currencies, companies);
    book.set('USD', 9, ratesOf(1.1));
    book.set('GBP', 1, ratesOf(1.1));
    expect(book.fixingCount).toBe(0);
    expect(listed(book, 'USD', true)).toEqual([]);
  });

  test('keeps what is served of the currencies that stay, and drops that of the others', () => {
    const book = create([...currencies, aBookCurrency({ code: 'GBP' })], companies);
    for (const code of ['USD', 'GBP']) book.set(code, 1, ratesOf(1.1));
    book.setCurrencies(currencies.map((one) => ({ ...one, rate: decimalOf(1.2) })));
    expect(book.currency('USD')?.rate).toEqual(decimalOf(1.2));
    expect(book.currency('GBP')).toBeUndefined();
    expect(book.sideOffers('USD', true, ALWAYS).total).toBe(1);
    expect(book.sideOffers('GBP', true, ALWAYS).total).toBe(0);
    expect(book.fixingCount).toBe(1);
  });
});

const NAMES = ['Zéphyr', 'Étoile', 'Écu', 'alpha', 'Quai', 'Quai neuf', 'Change'];
const IDS = 5;
/** Of branches around Lyon, where generated ones lie. */
const LYON = { lat: 45.76, lon: 4.85 };
const QUESTIONS: readonly Partial<BranchQuestion>[] = [
  {},
  { near: { ...LYON, radius: 20_000 } },
  { near: { ...LYON, radius: 200_000 } },
  { near: { ...LYON, radius: 200_000 }, sort: 'distance' },
  { near: { ...LYON, radius: 60_000 }, kinds: ['airport'] },
  { kinds: ['station'], buysBack: true },
];
const ids = Array.from({ length: IDS + 1 }, (_, id) => id);

function aQuestion(fields: Partial<BranchQuestion>): BranchQuestion {
  const question = {
    side: 'sale',
    near: null,
    kinds: null,
    buysBack: false,
    openAt: null,
    sort: 'amount',
    ...fields,
  } as const;
  return { ...question, key: JSON.stringify(question) };
}

const id = fc.integer({ min: 1, max: IDS });
const code = fc.constantFrom('USD', 'JPY', 'GBP');
const change = fc.oneof(
  { weight: 4, arbitrary: fc.record({ id, code, rates: fc.option(anyRates) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      id,
      edit: fc.record({
        name: fc.nat(NAMES.length - 1),
        site: fc.nat(IDS),
        isPartner: fc.boolean(),
        reservable: fc
          .subarray(['EUR', 'USD', 'JPY'])
          .map((codes) => new Map(codes.map((code) => [code, { least: 0, most: 500_00 }]))),
        smallestNotes: fc.constantFrom(new Map<string, number>(), new Map([['JPY', 1_000]])),
        branches: fc.uniqueArray(anyBranch, { maxLength: 3, selector: ({ id }) => Math.floor(id / 7) }),
      }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ id, isSuspended: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ served: fc.subarray(['USD', 'JPY', 'GBP']) }) },
);
type Change = typeof change extends fc.Arbitrary<infer C> ? C : never;
type Known = { company: BookCompany; isSuspended: boolean; fixings: Map<string, Rates> };

/** What the database would hold, and which companies it tells of then. */
class World {
  readonly companies = new Map<number, Known>();

  constructor() {
    for (const one of companies)
      this.companies.set(one.id, { company: one, isSuspended: false, fixings: new Map() });
  }

  apply(asked: Exclude<Change, { served: string[] }>): number[] {
    const known = this.companies.get(asked.id) as Known;
    if ('rates' in asked) {
      if (asked.rates) known.fixings.set(asked.code, asked.rates);
      else known.fixings.delete(asked.code);
      return [];
    }
    if ('isSuspended' in asked) {
      known.isSuspended = asked.isSuspended;
      return [asked.id];
    }
    const { name, site, isPartner, reservable, smallestNotes, branches } = asked.edit;
    const told = [
      ...this.#exchange(known, 'name', NAMES[name] ?? ''),
      ...this.#exchange(known, 'site', `https://${site}.example`),
    ];
    // a branch is of one company, and any of them has even and odd ids
    const own = branches.map((branch) => ({ ...branch, id: branch.id - (branch.id % 7) + asked.id }));
    known.company = { ...known.company, isPartner, reservable, smallestNotes, branches: own };
    return [...new Set([...told, asked.id])];
  }

  /** A name or a site is one company's at a time. */
  #exchange(known: Known, field: 'name' | 'site', value: string): number[] {
    const other = [...this.companies.values()].find((one) => one.company[field] === value);
    const own = known.company[field];
    if (other) other.company = { ...other.company, [field]: own };
    known.company = { ...known.company, [field]: value };
    return other ? [other.company.id] : [];
  }
}

/** As follow.ts reads what it is told, one company after the other. */
function read(book: RateBook, told: readonly number[], { companies: known }: World): void {
  for (const one of told) {
    const { company: now, isSuspended, fixings } = known.get(one) as Known;
    if (isSuspended) book.removeCompany(one);
    else book.setCompany(now, fixings);
  }
}

function picture(book: RateBook, since: Since) {
  return {
    currencies: book.currencies,
    offers: ['USD', 'JPY', 'GBP'].flatMap((one) => [
      listed(book, one, true, since),
      listed(book, one, false, since),
    ]),
    places: ['USD', 'JPY', 'GBP'].flatMap((one) =>
      [true, false].flatMap((offerIsBase) => {
        const served = book.sideOffers(one, offerIsBase, since);
        const { total } = served;
        // rates that score the same are ranked by name
        const scoreOf = (rate: Decimal) => Math.floor(decimalNumber(rate)) * (offerIsBase ? 1 : -1);
        const listedPlaces = served
          .best(total, scoreOf)
          .map(({ company: { id } }) => served.rankOf(id, scoreOf));
        expect(listedPlaces).toEqual(Array.from({ length: total }, (_, i) => i + 1));
        const named = (offers: readonly BookOffer[]) =>
          offers.map(({ slot, company, ...offer }: BookOffer & { slot?: number }) => ({
            ...offer,
            company: [company.id, company.name],
            branch: offer.branch?.id,
          }));
        const side = offerIsBase ? 'sale' : 'purchase';
        const some = QUESTIONS.map((fields) => served.among(aQuestion({ ...fields, side })));
        return [
          ids.map((id) => served.rankOf(id, scoreOf)),
          named(served.best(total, scoreOf)),
          some.map((those) => [
            those.total,
            named(those.best(2, scoreOf)),
            named(those.best(IDS, scoreOf)),
            named(those.nearest(2, scoreOf)),
            named(those.nearest(IDS, scoreOf)),
          ]),
        ];
      }),
    ),
    sites: Array.from({ length: IDS + 1 }, (_, i) => book.companyBySite(`https://${i}.example`)?.name),
    companies: book.companies
      .map((one) => [
        one.id,
        one.name,
        one.logo,
        one.site,
        one.isPartner,
        ...one.reservable,
        ...one.smallestNotes,
      ])
      .sort(),
    fixings: book.fixingCount,
  };
}

const anySince: fc.Arbitrary<Since> = fc.tuple(anyInstant, anyInstant, anyInstant).map((instants) => {
  const [compared = 0, fresh = 0, ahead = 0] = instants.toSorted((one, other) => one - other);
  return { fresh, compared, ahead };
});

// Vitest compares some ten times as slowly, and says where two differ.
function expectAlike(one: unknown, other: unknown): void {
  if (!isDeepStrictEqual(one, other)) expect(one).toEqual(other);
}

test('the fast book says what the plain book says, after any changes and at any time', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(change, fc.option(anySince)), { maxLength: 40, size: 'max' }),
      (changes) => {
        const world = new World();
        const all = [...currencies, aBookCurrency({ code: 'GBP' })];
        const [fast, plain] = [fastForm.create(all, companies), plainForm.create(all, companies)];
        for (const [one, since] of changes) {
          if ('served' in one) {
            const served = all.filter((known) => known.code === 'EUR' || one.served.includes(known.code));
            for (const book of [fast, plain]) book.setCurrencies(served);
          } else {
            const told = world.apply(one);
            if ('rates' in one) for (const book of [fast, plain]) book.set(one.code, one.id, one.rates);
            for (const book of [fast, plain]) read(book, told, world);
          }
          // what nobody looks at is not sorted yet
          if (since) expectAlike(picture(fast, since), picture(plain, since));
        }
        expectAlike(picture(fast, ALWAYS), picture(plain, ALWAYS));
      },
    ),
    { numRuns: 300 },
  );
});

test('of more offers near a place than are kept the fast book shows what the plain book shows', () => {
  const many = Array.from({ length: 150 }, (_, i) => {
    const { position } = BRANCH;
    // a third pays a percentage less there
    const branches = [{ ...BRANCH, id: i + 1, position, percent: i % 3 === 0 ? -50 : 0 }];
    return { ...company(i + 1, `Bureau ${(i * 89) % 150}`), branches };
  });
  const [fast, plain] = [fastForm, plainForm].map((form) => {
    const book = form.create(currencies, many);
    for (const { id } of many) book.set('USD', id, ratesOf((1_100 + Math.floor(id / 4)) / 1000));
    return book.sideOffers('USD', true, ALWAYS).among(aQuestion({ near: { ...LYON, radius: 20_000 } }));
  });
  for (const cents of [0, 10, 500, 10_000, 1_000_000]) {
    const scoreOf = (rate: Decimal) => Math.floor(decimalNumber(rate) * cents);
    for (const limit of [1, 64, 96, 150]) {
      const shown = (those = fast) =>
        those?.best(limit, scoreOf).map(({ company: { name }, score }) => [name, score]);
      expect(shown(), `${limit} of ${cents}`).toEqual(shown(plain));
    }
  }
});
