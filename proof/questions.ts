/** What a market is asked for: comparisons as they come over the wire, written beforehand and the same in each run. */
import { postRequest } from '../bench/client.ts';

export type Currency = { code: string; rate: number };

const REQUESTS = 20_000;
/** What travellers ask for most; all other currencies come after these. */
const KNOWN =
  'USD GBP CHF JPY MAD TND THB TRY CAD AUD CNY AED DZD PLN SEK NOK DKK CZK HUF MUR EGP MXN BRL INR ZAR';
const DAY = 24 * 60 * 60_000;

/** Twenty places of Paris, which are asked for most, then five of Lyon and fifteen all over the country. */
const PLACES = [
  ...Array.from({ length: 20 }, (_, i) => place(48.86 + i / 200, 2.35)),
  ...Array.from({ length: 5 }, (_, i) => place(45.76 + i / 200, 4.85)),
  ...Array.from({ length: 15 }, (_, i) => place(43.3 + (i % 5) * 1.5, -0.7 + Math.floor(i / 5) * 2.4)),
];

/** Every currency both ways in turn, the amounts from 1 to 5,000 of what is given: of weak currencies all offers of some are equal. */
export function everyList(
  currencies: readonly Currency[],
  wishesOf: (i: number) => object = () => ({}),
): Buffer[] {
  return Array.from({ length: REQUESTS }, (_, i) => {
    const { code } = currencies[(i >> 1) % currencies.length] as Currency;
    return request(
      { code, offerIsBase: i % 2 === 0, amount: (100 + ((i * 7919) % 499_900)) / 100 },
      wishesOf(i),
    );
  });
}

/** The same, each around one of twenty places of Paris. */
export function everyListNearParis(currencies: readonly Currency[]): Buffer[] {
  return everyList(currencies, (i) => ({ near: PLACES[i % 20] }));
}

/**
 * A day of travellers: few currencies and few places are asked for by most of them (by Zipf's law, the n-th a n-th as often as
 * the first), seven in ten buy; any amount worth 20 to 5,000 of the base. Near a place a tenth ask who is open now and a tenth
 * for the nearest first. `near`: 'nowhere', the same comparisons without a place.
 */
export function travellers(
  currencies: readonly Currency[],
  near: 'nowhere' | 'places' | 'each its own',
  now = new Date(),
): Buffer[] {
  const ranked = [...currencies].sort((a, b) => fame(a) - fame(b));
  const [drawCurrency, drawPlace] = [zipf(ranked.length), zipf(PLACES.length)];
  const random = drawn(20_261_122);
  const open_at = new Date(now.getTime() + DAY / 24).toISOString();
  return Array.from({ length: REQUESTS }, () => {
    const { code, rate } = ranked[drawCurrency(random())] as Currency;
    const offerIsBase = random() < 0.7;
    const worth = 20 * 250 ** random();
    const at = PLACES[drawPlace(random())] as ReturnType<typeof place>;
    const [isOpen, isNearest] = [random() < 0.1, random() < 0.1];
    // somewhere within two kilometres: no other question is of these ten metres
    const off = () => (random() - 0.5) / 50;
    const own = place(at.lat + off(), at.lon + off());
    const amount = Math.max(0.01, Math.round(worth * (offerIsBase ? 1 : rate) * 100) / 100);
    const wishes = {
      near: near === 'places' ? at : own,
      ...(isNearest && { sort: 'distance' }),
      ...(isOpen && { open_at }),
    };
    return request({ code, offerIsBase, amount }, near === 'nowhere' ? {} : wishes);
  });
}

function place(lat: number, lon: number) {
  return { lat: Number(lat.toFixed(4)), lon: Number(lon.toFixed(4)), radius_km: 20 };
}

function fame({ code }: Currency): number {
  const at = KNOWN.split(' ').indexOf(code);
  return at < 0 ? KNOWN.length : at;
}

/** Which of `count` a number from 0 to 1 draws. */
function zipf(count: number): (random: number) => number {
  const sums: number[] = [];
  for (let n = 1; n <= count; n++) sums.push((sums.at(-1) ?? 0) + 1 / n);
  const all = sums.at(-1) ?? 1;
  return (random) => Math.min(count - 1, sums.findIndex((sum) => random * all < sum) >>> 0);
}

/** The same numbers from 0 to 1 in each run (mulberry32). */
function drawn(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function request(
  { code, offerIsBase, amount }: { code: string; offerIsBase: boolean; amount: number },
  wishes: object,
): Buffer {
  const [offer, wish] = offerIsBase ? ['EUR', code] : [code, 'EUR'];
  return postRequest(
    '/api/public/offers',
    JSON.stringify({ offer: { currency: offer, amount }, wish: { currency: wish }, ...wishes }),
  );
}
