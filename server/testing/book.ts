import { decimalOf } from '#domain/money/decimal.ts';
import { columnsFrom } from '../book/fixing-columns.ts';
import type { BookBranch, BookCompany, BookCurrency, Rates } from '../book/rate-book.ts';

export function aBookCurrency(fields: Partial<BookCurrency> = {}): BookCurrency {
  const { code = 'USD' } = fields;
  return { code, label: code, rate: decimalOf(1.1361), at: '', source: '', ...fields };
}

/** Company without branches that takes no reservations. */
export function aBookCompany(fields: Partial<BookCompany> = {}): BookCompany {
  const { id = 1 } = fields;
  return {
    id,
    name: `Bureau ${id}`,
    logo: '',
    site: `https://${id}.example`,
    isPartner: false,
    reservable: new Map(),
    smallestNotes: new Map(),
    branches: [],
    ...fields,
  };
}

/** Branch at the rates of its company, without hours or a position. */
export function aBookBranch(fields: Partial<BookBranch> = {}): BookBranch {
  return {
    id: 1,
    name: 'Gare',
    kind: 'street',
    address: '',
    city: 'Lyon',
    position: null,
    phone: '',
    timeZone: 'Europe/Paris',
    sells: true,
    buysBack: true,
    percent: 0,
    rates: null,
    openingKey: null,
    closures: [],
    ...fields,
  };
}

type Sides = { readonly sale?: number | null; readonly purchase?: number | null };

/** Rates of a company for one currency, null on a side left out. `at`: instant of every column of one. */
export function someRates({ sale = null, purchase = null }: Sides, at: number): Rates {
  const [sold, bought] = [sale, purchase].map((rate) => (rate === null ? null : decimalOf(rate)));
  return {
    sale: sold ?? null,
    purchase: bought ?? null,
    ...columnsFrom(({ kind }) => (kind === 'instant' ? at : 0)),
  };
}
