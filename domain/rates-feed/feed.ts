import { compareDecimals, type Decimal, decimalText } from '../money/decimal.ts';
import { isFartherThan } from '../money/deviation.ts';
import type { FeedHealth, RefusalReason } from './feed-health.ts';
import { readRate } from './feed-rate.ts';

/** Who publishes the XML shape. The JSON shape does not say. */
export const ECB = 'Banque centrale européenne';
/** contract 1: the official base. A feed gives units of each currency for 1 of it. */
export const FEED_BASE = 'EUR';

/** A rate further from the one held is a jump: believed when two feeds of different days say it. */
const JUMP_PERCENT = 25;
const DAY_MS = 24 * 60 * 60_000;
/** What is shown of a rate that could not be read. */
const SHOWN_CHARACTERS = 40;

/** What a feed says, as it wrote it. */
export type Feed = {
  /** YYYY-MM-DD */
  readonly day: string;
  /** null: the feed does not say who publishes it */
  readonly source: string | null;
  /** by currency code */
  readonly rates: ReadonlyMap<string, string>;
};

/** The newest rate of a currency; `at` is ISO 8601. */
export type HeldRate = { readonly at: string; readonly rate: Decimal };
/** A rate that was refused for being far off, and the day of the feed that said it. */
export type Jump = { readonly day: string; readonly rate: Decimal };

/** What is known before a feed is judged: every currency but the base, and the jumps that wait. */
export type KnownRates = {
  readonly held: ReadonlyMap<string, HeldRate | null>;
  readonly jumps: ReadonlyMap<string, Jump>;
};

export type Verdict = {
  /** `isNew`: not what is held already, to the day and to the figure */
  accepted: { code: string; rate: Decimal; isNew: boolean }[];
  refusals: FeedHealth['refusals'];
  /** the jumps to remember; those of accepted currencies are over */
  jumps: { code: string; day: string; rate: Decimal }[];
};

/** The moment that the rates of a day are stored at, ISO 8601: a feed says a day, and no hour is invented. */
export function feedTime(day: string): string {
  return `${day}T00:00:00.000Z`;
}

/** Why the rates of that day cannot be believed; null when they can. `now`: ISO 8601. */
export function dayFault(day: string, now: string): 'not_a_day' | 'to_come' | null {
  // a year may be written with six digits and a sign
  const at = /^[12]\d{3}-/.test(day) ? Date.parse(feedTime(day)) : Number.NaN;
  // 30 February is read as a day of March
  if (Number.isNaN(at) || new Date(at).toISOString() !== feedTime(day)) return 'not_a_day';
  return at - Date.parse(now) > DAY_MS ? 'to_come' : null;
}

/** Which rates of the feed are taken over, currency by currency. Currencies that are not known are left out. */
export function judgeFeed(feed: Feed, { held, jumps }: KnownRates): Verdict {
  const verdict: Verdict = { accepted: [], refusals: [], jumps: [] };
  for (const [code, text] of feed.rates) {
    const now = held.get(code);
    if (now === undefined) continue;
    const refuse = (reason: RefusalReason) =>
      verdict.refusals.push({ code, rate: readableText(text), held: now && decimalText(now.rate), reason });
    const rate = readRate(text);
    if (typeof rate === 'string') {
      refuse(rate);
      continue;
    }
    const reason = refusalOf(rate, feed.day, now, jumps.get(code));
    if (reason === null) verdict.accepted.push({ code, rate, isNew: !isHeld(now, rate, feed.day) });
    else refuse(reason);
    if (reason === 'jump') verdict.jumps.push({ code, day: feed.day, rate });
  }
  return verdict;
}

/** What may be stored and shown of a text that came from outside. */
export function readableText(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, SHOWN_CHARACTERS);
}

function refusalOf(
  rate: Decimal,
  day: string,
  held: HeldRate | null,
  jump: Jump | undefined,
): RefusalReason | null {
  if (!held) return null;
  if (feedTime(day) < held.at) return 'older';
  if (!isFartherThan(JUMP_PERCENT, rate, held.rate)) return null;
  const isBelieved = jump && jump.day !== day && !isFartherThan(JUMP_PERCENT, rate, jump.rate);
  return isBelieved ? null : 'jump';
}

function isHeld(held: HeldRate | null, rate: Decimal, day: string): boolean {
  return held !== null && held.at === feedTime(day) && compareDecimals(held.rate, rate) === 0;
}
