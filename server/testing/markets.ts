import fc, { type Arbitrary } from 'fast-check';
import { type Decimal, parseDecimal } from '#domain/money/decimal.ts';
import { type PickupMode, pickupModes } from '#domain/terms/terms.ts';
import { columnsFrom, type Kind } from '../book/fixing-columns.ts';
import {
  type BookBranch,
  type BookCompany,
  type BookCurrency,
  type Rates,
  stockedIn,
} from '../book/rate-book.ts';
import { anyCharacter } from './arbitraries.ts';

/** Rates of a narrow range, so that ties are common, and any of numeric(15, 8) above 0. */
const anyRate: Arbitrary<Decimal> = fc.oneof(
  fc.integer({ min: 11_000, max: 11_003 }).map((units) => decimal(units, 4)),
  fc
    .tuple(fc.integer({ min: 1, max: 999_999_999_999_999 }), fc.integer({ min: 8, max: 14 }))
    .map(([units, scale]) => decimal(Math.max(1, Math.floor(units / 10 ** (scale - 8))), 8)),
);

const DAY = 24 * 60 * 60_000;
const LOADED_AT = Date.now();

/** Any time. A third lies in the last 8 days, so that fixings of every freshness occur. */
export const anyInstant: Arbitrary<number> = fc.oneof(
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 4e12 }) },
  { weight: 1, arbitrary: fc.integer({ min: LOADED_AT - 8 * DAY, max: LOADED_AT }) },
);

const ANY: Record<Kind, Arbitrary<number>> = { instant: anyInstant, whole: fc.constantFrom(0, 1) };

/** Rates of a company, with one side at least. */
export const anyRates: Arbitrary<Rates> = fc
  .record({
    sale: fc.option(anyRate),
    purchase: fc.option(anyRate),
    ...columnsFrom(({ kind }) => ANY[kind]),
  })
  .filter(({ sale, purchase }) => sale !== null || purchase !== null);

function decimal(units: number, scale: number): Decimal {
  return parseDecimal(`${units}e-${scale}`) as Decimal;
}

/** Opening key of the branches whose hours are known. */
export const HOURS = 'hours';

/** Branches at the company's rates, below or above them, or with own rates; some only sell or only buy back. */
export const anyBranch: Arbitrary<BookBranch> = fc.record({
  id: fc.integer({ min: 1, max: 999 }),
  name: fc.constantFrom('Gare', 'Terminal 2E'),
  kind: fc.constantFrom('station', 'airport'),
  address: fc.constant('1 quai des Lilas'),
  city: fc.constantFrom('Lyon', 'Paris'),
  position: fc.option(
    fc.record({
      lat: fc.double({ min: 45.5, max: 46, noNaN: true }),
      lon: fc.double({ min: 4.5, max: 5.2, noNaN: true }),
    }),
  ),
  phone: fc.constantFrom('', '04 00 00 00 00'),
  timeZone: fc.constant('Europe/Paris'),
  sells: fc.boolean(),
  buysBack: fc.boolean(),
  percent: fc.constantFrom(0, 0, -850, -150, 25),
  rates: fc.option(
    fc
      .array(fc.tuple(fc.constantFrom('USD', 'JPY', 'IRR'), anyRates), { maxLength: 2 })
      .map((own) => new Map(own)),
    { freq: 2 },
  ),
  openingKey: fc.constantFrom(null, HOURS),
  closures: fc.constant([]),
});

export type GeneratedMarket = {
  /** the base, and at least one other */
  readonly currencies: BookCurrency[];
  readonly companies: BookCompany[];
  readonly fixings: { code: string; companyId: number; rates: Rates }[];
};

const CODES = ['EUR', 'USD', 'JPY', 'IRR'];
/** Texts with characters that JSON escapes, and with multi-byte ones. */
const anyText = fc.oneof(
  fc.string({ unit: anyCharacter, minLength: 1, maxLength: 60 }),
  fc.constantFrom('Écu « d’or »', '\u2028"\\\n', 'Bureau n° 1', '両替'),
);

const anyCurrency: Arbitrary<Omit<BookCurrency, 'code'>> = fc.record({
  label: anyText,
  rate: anyRate,
  at: fc.date({ noInvalidDate: true }).map((at) => at.toISOString()),
  source: anyText,
});
const anyLimits = fc
  .tuple(fc.integer({ min: 0, max: 500_00 }), fc.integer({ min: 0, max: 10_000_00 }))
  .map(([least, more]) => ({ least, most: least + more }));
const anyCompany: Arbitrary<Omit<BookCompany, 'id'>> = fc.record({
  name: anyText,
  logo: fc.stringMatching(/^[a-z0-9-]{1,20}$/),
  site: anyText.map((path) => `https://bureau.example/${encodeURIComponent(path)}`),
  isPartner: fc.boolean(),
  reservable: fc
    .tuple(fc.subarray(CODES), fc.subarray(Object.keys(pickupModes) as PickupMode[]), anyLimits)
    .map(
      ([codes, modes, limits]) =>
        new Map(
          codes.flatMap((code) =>
            [code, ...modes.map((mode) => stockedIn(code, mode))].map((key) => [key, limits] as const),
          ),
        ),
    ),
  smallestNotes: fc
    .array(fc.tuple(fc.constantFrom(...CODES), fc.constantFrom(1, 5, 100, 1_000, 10_000_000)))
    .map((own) => new Map(own)),
  branches: fc.array(anyBranch, { maxLength: 2 }),
});

/** Market of a base and up to three currencies, sometimes with more companies than one answer shows. */
export const anyMarket: Arbitrary<GeneratedMarket> = fc
  .record({
    currencies: fc.array(anyCurrency, { minLength: 2, maxLength: CODES.length }),
    bureaux: fc.uniqueArray(
      fc.record({
        company: anyCompany,
        served: fc.array(fc.option(anyRates), { maxLength: CODES.length - 1 }),
      }),
      // names are unique
      { maxLength: 70, selector: ({ company: { name } }) => name },
    ),
  })
  .map(({ currencies, bureaux }) => ({
    currencies: currencies.map((currency, i) => ({ ...currency, code: CODES[i] ?? '' })),
    companies: bureaux.map(({ company }, id) => ({ ...company, id })),
    fixings: bureaux.flatMap(({ served }, companyId) =>
      served.flatMap((rates, i) => (rates ? [{ code: CODES[i + 1] ?? '', companyId, rates }] : [])),
    ),
  }));
