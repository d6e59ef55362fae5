import { ruleFor } from '#domain/margins/margin-sheet.ts';
import type { Db } from '../../db/open.ts';
import { enqueueCompanyMargins } from '../../jobs/enqueue-margins.ts';
import {
  endStops,
  findMargins,
  isActive,
  listStops,
  nextMidnight,
  replaceStops,
  type StoredStop,
} from './margin-stops.queries.ts';

/**
 * Pauses the margin rules of currencies fixed by hand, until midnight in Paris or until they are resumed.
 * `isAsked` false: the actor said nothing of rules, and paused ones keep their end.
 */
export async function pauseRulesByHand(
  trx: Db,
  of: {
    companyId: number;
    codes: readonly string[];
    until: 'midnight' | 'given_back';
    isAsked: boolean;
    at: Date;
  },
): Promise<void> {
  const { companyId, codes, at } = of;
  const sheet = await findMargins(trx, companyId);
  if (!sheet) return;
  const before = new Map((await listStops(trx, companyId)).map((stop) => [stop.code, stop]));
  const followed = codes.filter((code) => {
    const stop = before.get(code);
    return ruleFor(sheet, code)?.follows && (of.isAsked || !stop || !isActive(stop, at));
  });
  if (followed.length === 0) return;
  const until = of.until === 'midnight' ? await nextMidnight(trx, at) : null;
  await replaceStops(trx, {
    companyId,
    // an accepted jump stays accepted
    stops: followed.map((code) => {
      const { midAt = null, midRate = null } = before.get(code) ?? {};
      return { code, reason: 'hand', until, midAt, midRate, isOver: false };
    }),
    at,
  });
  if (until) await enqueueCompanyMargins(trx, companyId, until.getTime() - at.getTime());
}

/** Restores the rules as they were before a batch of this instant paused them. */
export async function restoreRules(
  trx: Db,
  of: {
    companyId: number;
    former: readonly { code: string; stop?: StoredStop | null }[];
    stoppedAt: Date;
    at: Date;
  },
): Promise<void> {
  const { companyId, former, stoppedAt, at } = of;
  const stops = new Map((await listStops(trx, companyId)).map((stop) => [stop.code, stop]));
  const made = former.filter(({ code, stop }) => {
    const now = stops.get(code);
    return stop !== undefined && now?.reason === 'hand' && now.since.getTime() === stoppedAt.getTime();
  });
  if (made.length === 0) return;
  await replaceStops(trx, { companyId, stops: made.flatMap(({ stop }) => stop ?? []), at });
  await endStops(
    trx,
    companyId,
    made.filter(({ stop }) => !stop).map(({ code }) => code),
  );
}
