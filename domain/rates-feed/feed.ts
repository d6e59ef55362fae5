import { compareDecimals, type Decimal, decimalText } from '../money/decimal.ts';
import { isFartherThan } from '../money/deviation.ts';
import type { FeedHealth, RefusalReason } from './feed-health.ts';
import { readRate } from './feed-rate.ts';

export const ECB = 'Banque centrale européenne';
/** Official base (contract 1). Rates are units of a currency for 1 of it. */
export const FEED_BASE = 'EUR';

/** Percent from the present rate. Beyond it, feeds of two days must agree. */
const JUMP_PERCENT = 25;
const DAY_MS = 24 * 60 * 60_000;
const SHOWN_CHARACTERS = 40;

export type Feed = {
  readonly day: string;
  readonly source: string | null;
  readonly rates: ReadonlyMap<string, string>;
};

/** ISO 8601. */
export type HeldRate = { readonly at: string; readonly rate: Decimal };
export type Jump = { readonly day: string; readonly rate: Decimal };

/** Present rates of every currency but the base, and pending jumps. */
export type KnownRates = {
  readonly held: ReadonlyMap<string, HeldRate | null>;
  readonly jumps: ReadonlyMap<string, Jump>;
};

export type Verdict = {
  /** `isNew`: another day or figure than the present rate. */
  accepted: { code: string; rate: Decimal; isNew: boolean }[];
  refusals: FeedHealth['refusals'];
  /** Pending jumps, without those of accepted currencies. */
  jumps: { code: string; day: string; rate: Decimal }[];
};

/** Midnight of the feed's day as ISO 8601, because a feed names no hour. */
export function feedTime(day: string): string {
  return `${day}T00:00:00.000Z`;
}

/** Fault of a feed's day. null: credible; `now`: ISO 8601. */
export function dayFault(day: string, now: string): 'not_a_day' | 'to_come' | null {
  // years may be written with six digits and a sign
  const at = /^[12]\d{3}-/.test(day) ? Date.parse(feedTime(day)) : Number.NaN;
  // 30 February parses as a day of March
  if (Number.isNaN(at) || new Date(at).toISOString() !== feedTime(day)) return 'not_a_day';
  return at - Date.parse(now) > DAY_MS ? 'to_come' : null;
}

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
