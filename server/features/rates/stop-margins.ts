import { ruleFor } from '#domain/margins/margin-sheet.ts';
import type { Db } from '../../db/open.ts';
import { enqueueCompanyMargins } from '../../jobs/enqueue-margins.ts';
import {
  endStops,
  findMargins,
  isActive,
  listStops,
  nextMidnight,
  putStops,
  type StoredStop,
} from './margin-stops.queries.ts';

/**
 * What follows a rule of these, and is fixed by hand, follows it no more: until midnight in Paris, or until it is given
 * back. `isAsked` false: somebody fixed it and said nothing of its rule, which goes on resting as it does.
 */
export async function stopByHand(
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
  await putStops(trx, {
    companyId,
    // a jump that was accepted stays so
    stops: followed.map((code) => {
      const { midAt = null, midRate = null } = before.get(code) ?? {};
      return { code, reason: 'hand', until, midAt, midRate, isOver: false };
    }),
    at,
  });
  if (until) await enqueueCompanyMargins(trx, companyId, until.getTime() - at.getTime());
}

/** What was fixed at this instant is taken back: the rules that it let rest go on, or rest as they did before. */
export async function undoStops(
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
  await putStops(trx, { companyId, stops: made.flatMap(({ stop }) => stop ?? []), at });
  await endStops(
    trx,
    companyId,
    made.filter(({ stop }) => !stop).map(({ code }) => code),
  );
}
