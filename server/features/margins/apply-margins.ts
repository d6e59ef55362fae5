import type { StopReason } from '#domain/margins/margin-calls.ts';
import type { MarginSheet, RuleDraft } from '#domain/margins/margin-sheet.ts';
import { isMidJump, planFixing } from '#domain/margins/plan-fixing.ts';
import { compareDecimals, decimalText } from '#domain/money/decimal.ts';
import type { PlausibilityLimits } from '#domain/rates/plausibility.ts';
import { isDatabaseAway } from '../../db/away.ts';
import { readDecimal } from '../../db/numeric.ts';
import type { Db } from '../../db/open.ts';
import { lockCompanyFixings } from '../rates/fixings.queries.ts';
import type { FixingState } from '../rates/held-fixings.queries.ts';
import { isActive, type NewStop, replaceStops, type StoredStop } from '../rates/margin-stops.queries.ts';
import { type Amounts, requiresReview } from '../rates/plausibility.ts';
import {
  findRuleState,
  isFixed,
  listCompaniesWithRules,
  listMidMoves,
  lockForJob,
  type MidMove,
  saveRuledFixings,
} from './margins.queries.ts';
import { notifyPausedRules } from './notify-paused-rules.ts';

export type MarginSettings = PlausibilityLimits & {
  /** Percent by which a mid rate may move between two readings before its rules pause. */
  readonly marginJump: number;
};

/** Currencies whose outcome the actor has seen, 'all' when rules are saved. None when the mid rate moved. */
export type SeenCurrencies = 'all' | readonly string[];

function isSeenBy(seen: SeenCurrencies, code: string): boolean {
  return seen === 'all' || seen.includes(code);
}

const DAY = 24 * 3_600_000;

export type PlannedLine = {
  code: string;
  outcome: 'by_hand' | 'unchanged' | 'changed' | 'old' | StopReason;
  rule: RuleDraft | null;
  now: Amounts;
  next: Amounts;
};

type Facts = {
  sheet: MarginSheet;
  moves: ReadonlyMap<string, MidMove>;
  states: readonly FixingState[];
  stops: readonly StoredStop[];
  seen: SeenCurrencies;
  at: Date;
};

/** Outcome of the rules for each fixing. Fixings held for review are left to their reviewer. */
export function planRules(facts: Facts, settings: MarginSettings): PlannedLine[] {
  const stops = new Map(facts.stops.map((stop) => [stop.code, stop]));
  return facts.states.flatMap((state) => {
    const move = facts.moves.get(state.code);
    // without a mid rate there is nothing to follow
    return move && !state.heldAt ? [planLine(state, move, stops.get(state.code), facts, settings)] : [];
  });
}

function planLine(
  state: FixingState,
  move: MidMove,
  stop: StoredStop | undefined,
  { sheet, seen, at }: Facts,
  settings: MarginSettings,
): PlannedLine {
  const { code, purchase, sale } = state;
  const mid = readDecimal(move.rate);
  const now = { purchase, sale };
  const planned = planFixing(sheet, code, mid, {
    purchase: purchase === null ? null : readDecimal(purchase),
    sale: sale === null ? null : readDecimal(sale),
  });
  if (planned.outcome === 'by_hand') return { code, outcome: 'by_hand', rule: null, now, next: now };
  const rests = (outcome: StopReason | 'old') => ({ code, outcome, rule: planned.rule, now, next: now });
  if (stop && isActive(stop, at)) return rests(stop.reason);
  // a mid rate that nobody renews confirms nothing
  if (at.getTime() - move.at.getTime() > settings.midRateDays * DAY) return rests('old');
  if (!isSeenBy(seen, code) && isJump(move, stop, settings.marginJump)) return rests('jump');
  if (planned.outcome === 'impossible') return rests('impossible');
  const next =
    planned.outcome === 'changed'
      ? {
          purchase: planned.amounts.purchase && decimalText(planned.amounts.purchase),
          sale: planned.amounts.sale && decimalText(planned.amounts.sale),
        }
      : now;
  if (requiresReview(next, { mid: move, before: state, at }, settings)) return rests('held');
  return { code, outcome: planned.outcome, rule: planned.rule, now, next };
}

function isJump(move: MidMove, stop: StoredStop | undefined, percent: number): boolean {
  const before = move.before === null ? null : readDecimal(move.before);
  if (!isMidJump(readDecimal(move.rate), before, percent)) return false;
  // the jump was accepted
  const isKnown =
    stop?.isOver &&
    stop.midRate !== null &&
    stop.midAt?.getTime() === move.at.getTime() &&
    compareDecimals(readDecimal(stop.midRate), readDecimal(move.rate)) === 0;
  return !isKnown;
}

export type RuleRun = {
  base: string;
  moves?: ReadonlyMap<string, MidMove>;
  at: Date;
  settings: MarginSettings;
  /** null: the mid rate moved. */
  userId: number | null;
  seen: SeenCurrencies;
};

export async function applyCompanyRules(trx: Db, companyId: number, carrying: RuleRun): Promise<void> {
  await lockCompanyFixings(trx, companyId);
  await applyLockedRules(trx, companyId, carrying);
}

async function applyLockedRules(trx: Db, companyId: number, carrying: RuleRun): Promise<void> {
  const { base, at, settings, userId, seen } = carrying;
  const { sheet, stops, states } = await findRuleState(trx, companyId);
  if (!sheet || sheet.rules.length === 0) return;
  const moves = carrying.moves ?? (await listMidMoves(trx));
  const lines = planRules({ sheet, moves, states, stops, seen, at }, settings);
  const fixed = new Set(states.filter(isFixed).map(({ code }) => code));
  await saveRuledFixings(trx, {
    companyId,
    userId,
    base,
    changed: lines.flatMap(({ code, outcome, rule, next }) => {
      const move = moves.get(code);
      if (outcome !== 'changed' || !rule || !move) return [];
      return [{ code, ...next, rate: move.rate, rule, isNew: !fixed.has(code) }];
    }),
    confirmed: lines.flatMap(({ code, outcome, rule, now }) =>
      outcome === 'unchanged' && !hasSideByHand(rule, now) ? [code] : [],
    ),
    at,
  });
  const active = new Set(stops.flatMap((stop) => (isActive(stop, at) ? [stop.code] : [])));
  const stopped = lines.flatMap(({ code, outcome }): NewStop[] =>
    isStop(outcome) && !active.has(code) ? [newStop(code, outcome, moves, false)] : [],
  );
  // an accepted jump stops nothing at the next reading of the same day
  const accepted = lines.flatMap(({ code, outcome, rule }): NewStop[] => {
    const move = moves.get(code);
    if (!rule || !move || !isSeenBy(seen, code) || isStop(outcome)) return [];
    return isJump(move, undefined, settings.marginJump) ? [newStop(code, 'jump', moves, true)] : [];
  });
  await replaceStops(trx, { companyId, stops: [...stopped, ...accepted], at });
  // the screen shows the others to the actor
  if (stopped.some(({ code }) => !isSeenBy(seen, code))) await notifyPausedRules(trx, { companyId, at });
}

function isStop(outcome: PlannedLine['outcome']): outcome is StopReason {
  return outcome !== 'by_hand' && outcome !== 'unchanged' && outcome !== 'changed' && outcome !== 'old';
}

function hasSideByHand(rule: RuleDraft | null, { purchase, sale }: Amounts): boolean {
  if (!rule) return true;
  return (rule.purchase_margin === null && purchase !== null) || (rule.sale_margin === null && sale !== null);
}

function newStop(
  code: string,
  reason: StopReason,
  moves: ReadonlyMap<string, MidMove>,
  isOver: boolean,
): NewStop {
  const move = moves.get(code);
  return { code, reason, until: null, midAt: move?.at ?? null, midRate: move?.rate ?? null, isOver };
}

const BUREAUX_AT_ONCE = 500;
/** Companies computed at once, so that one computes while another waits for the database. */
const HANDS = 2;

/**
 * Applies the newest mid rates to each company after the id `after`, one transaction each. Returns the id
 * to resume after when `signal` is aborted; null: finished.
 */
export async function applyMargins(
  db: Db,
  { after, ...carrying }: Pick<RuleRun, 'base' | 'settings'> & { after: number; now: () => Date },
  signal: AbortSignal,
): Promise<number | null> {
  const { now, ...shared } = carrying;
  const moves = await listMidMoves(db);
  const failures: unknown[] = [];
  let done = after;
  for (;;) {
    const ids = await listCompaniesWithRules(db, done, BUREAUX_AT_ONCE);
    if (ids.length === 0) break;
    let next = 0;
    const carryOnes = async () => {
      for (let id = ids[next++]; id !== undefined && !signal.aborted; id = ids[next++]) {
        const of = { ...shared, moves, at: now(), userId: null, seen: [] };
        try {
          await db.transaction().execute(async (trx) => {
            await lockForJob(trx, id);
            await applyLockedRules(trx, id, of);
          });
        } catch (error) {
          if (isDatabaseAway(error)) {
            next = ids.length;
            throw error;
          }
          // the other companies go on, and the whole is retried
          failures.push(error);
        }
        // workers finish what they took, and take in order
        done = Math.max(done, id);
      }
    };
    await Promise.all(Array.from({ length: HANDS }, carryOnes));
    if (signal.aborted) return done;
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} bureaux could not be carried`);
  return null;
}
