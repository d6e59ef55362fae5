/** A market as the benches have it in PostgreSQL (market.ts), made in memory: no database takes part in what is measured. */
import type { Decimal } from '../domain/money/decimal.ts';
import type {
  BookBranch,
  BookCompany,
  BookForm,
  Openings,
  RateBook,
  Rates,
} from '../server/book/rate-book.ts';
import { listCodes, midRateAt, readMidRates } from '../server/seed/mid-rates.ts';

const DAY = 24 * 60 * 60_000;
const OF_A_SHEET = 50;

export type MemoryMarket = {
  readonly codes: readonly { code: string; rate: number }[];
  fill(form: BookForm, bureaux: number): RateBook;
};

export async function makeMarket(currencies: number, now: number): Promise<MemoryMarket> {
  const days = await readMidRates();
  const codes = listCodes(days)
    .sort((a, b) => Number(b === 'USD') - Number(a === 'USD'))
    .slice(0, currencies)
    .map((code) => ({ code, rate: midRateAt(days, code, new Date(now)) }));
  return {
    codes,
    fill(form, bureaux) {
      const rated = [{ code: 'EUR', rate: 1 }, ...codes].map(({ code, rate }) => {
        return {
          code,
          label: code,
          rate: decimal(rate, 6),
          at: new Date(now).toISOString(),
          source: 'bench',
        };
      });
      const companies = Array.from({ length: bureaux }, (_, i): BookCompany => {
        const id = i + 1;
        const own = () =>
          new Map(codes.slice(0, OF_A_SHEET).map(({ code, rate }) => [code, ratesOf(id, rate, 0.99, now)]));
        const [logo, site] = [`bureau-${id}`, `https://bureau-${id}.example`];
        return {
          id,
          name: `Bureau n° ${id}`,
          logo,
          site,
          isPartner: false,
          reservable: new Map(),
          smallestNotes: new Map(),
          branches: branchesOf(id, own),
        };
      });
      const book = form.create(rated, companies, openingsFrom(now));
      for (const { id } of companies) {
        for (const { code, rate } of codes) book.set(code, id, ratesOf(id, rate, 1, now));
      }
      return book;
    },
  };
}

/** Margins of 0.5 to 9 %, rates to 5 digits. */
function ratesOf(id: number, rate: number, share: number, now: number): Rates {
  const digits = Math.max(0, Math.min(8, 4 - Math.floor(Math.log10(rate))));
  const margin = ((id * 7919) % 850) / 10_000;
  return {
    purchase: decimal(rate * (1.005 + margin) * (2 - share), digits),
    sale: decimal(rate * (0.995 - margin) * share, digits),
    updatedAt: now - DAY / 24,
  };
}

function decimal(value: number, digits: number): Decimal {
  let [units, scale] = [Math.max(1, Math.round(value * 10 ** digits)), digits];
  for (; scale > 0 && units % 10 === 0; scale--) units /= 10;
  return { units, scale };
}

function branchesOf(id: number, own: () => Map<string, Rates>): BookBranch[] {
  return [1, 2, 3].map((n) => {
    const dice = ((id * 3 + n) * 7919) % 1_000_003;
    const [isParis, isLyon] = [dice % 6 === 0, dice % 33 === 1];
    const [lat, lon, wide] = isParis ? [48.86, 2.35, 0.12] : isLyon ? [45.76, 4.85, 0.12] : [46.5, 2.5, 3.5];
    const isOwn = (id * 3 + n) % 50 === 0;
    return {
      id: id * 3 + n,
      name: `Agence ${n}`,
      kind: dice % 10 === 0 ? 'airport' : 'street',
      address: '1 rue de la Paix',
      city: 'Ville',
      position: {
        lat: lat + wide * ((Math.floor(dice / 7) % 1000) / 500 - 1),
        lon: lon + wide * ((Math.floor(dice / 11) % 1009) / 504.5 - 1),
      },
      phone: '01 99 00 00 00',
      timeZone: 'Europe/Paris',
      sells: dice % 20 > 0,
      buysBack: dice % 5 > 0,
      percent: !isOwn && dice % 11 === 0 ? -850 : 0,
      rates: isOwn ? own() : null,
      openingKey: dice % 8 > 0 ? hoursKey(dice % 12) : null,
      closures: [],
    };
  });
}

const hoursKey = (hours: number) => `from 7 for ${hours + 5}`;

function openingsFrom(now: number): Openings {
  const midnight = Math.floor(now / DAY) * DAY;
  return new Map(
    Array.from({ length: 12 }, (_, hours) => {
      const stretches = Array.from({ length: 9 }, (_, n) => {
        const from = midnight + (n - 1) * DAY + (7 * DAY) / 24;
        return [new Date(from).toISOString().slice(0, 10), from, from + ((hours + 5) * DAY) / 24] as const;
      });
      return [hoursKey(hours), { stretches, until: midnight + 8 * DAY }];
    }),
  );
}
