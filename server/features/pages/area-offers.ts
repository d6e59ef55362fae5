import { dayAfter } from '#domain/branches/open-state.ts';
import { departmentOf } from '#domain/history/area.ts';
import { AREA_DAYS, type AreaOffers } from '#domain/history/area-offers.ts';
import type { Place } from '#domain/places/place.ts';
import type { BookCurrency } from '../../book/rate-book.ts';
import { isDatabaseAway } from '../../db/away.ts';
import { createByteCache } from '../../http/byte-cache.ts';
import type { PageContext } from './page-context.ts';

export type FindAreaOffers = (
  area: string,
  asked: { codes: readonly string[]; from: string },
) => Promise<AreaOffers[]>;

// `until`: when a failed reading is tried again, in milliseconds since 1970.
export type ReadAreaOffers = (
  context: PageContext,
  place: Place,
  currencies: readonly BookCurrency[],
) => Promise<{ offers: readonly AreaOffers[]; until: number }>;

type Known = { readonly of: BookCurrency; readonly today: string; readonly offers: readonly AreaOffers[] };

const RETRY_MS = 30_000;
const MAX_BYTES = 4 * 1024 * 1024;
// Memory of a line.
const BYTES_A_LINE = 300;

// Offers of areas, kept until the day, the mid rates or the daily offers change (both of the latter make new currency
// objects), and while the database is away.
export function cacheAreaOffers(find: FindAreaOffers): ReadAreaOffers {
  const cache = createByteCache<Known>(MAX_BYTES, ({ offers }) => BYTES_A_LINE * (1 + offers.length));
  return async ({ today, at }, place, currencies) => {
    const [first] = currencies;
    if (!first) return { offers: [], until: Number.POSITIVE_INFINITY };
    const area = place.kind === 'airport' ? place.code : departmentOf(place.code);
    const codes = currencies.map(({ code }) => code);
    const key = `${area} ${codes.join(' ')}`;
    const known = cache.get(key);
    if (known?.of === first && known.today === today)
      return { offers: known.offers, until: Number.POSITIVE_INFINITY };
    const offers = await find(area, { codes, from: dayAfter(today, 1 - AREA_DAYS) }).catch((error) => {
      if (!isDatabaseAway(error)) throw error;
    });
    if (!offers) return { offers: known?.offers ?? [], until: at + RETRY_MS };
    cache.set(key, { of: first, today, offers });
    return { offers, until: Number.POSITIVE_INFINITY };
  };
}
