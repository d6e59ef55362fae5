import type { FictionalCompany } from './companies.ts';
import { listServed, quoteAmounts, selectTier, type Tier } from './margins.ts';
import { createRandom } from './random.ts';

export const HISTORY_DAYS = 14;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const AFTERNOON = 6.5 * 60;

// probability of a new fixing in a morning, in an afternoon
const cadence: Readonly<Record<Tier, readonly [morning: number, afternoon: number]>> = {
  major: [0.95, 0.6],
  travel: [0.7, 0.12],
  exotic: [0.25, 0],
};

/** Relative move of a mid rate that always causes a new fixing. */
const MAX_DRIFT = 0.01;

export interface PastFixing {
  at: Date;
  code: string;
  midRate: number;
  purchase: string | null;
  sale: string;
  /** null: set by the administration for the company */
  userId: number | null;
}

interface Surroundings {
  now: Date;
  codes: readonly string[];
  midRateAt: (code: string, at: Date) => number;
  agentIds: readonly number[];
  seed: number;
}

/** Fixings of a company in the last days, oldest first, with all currencies on the first day. */
export function generateFixings(bureau: FictionalCompany, surroundings: Surroundings): PastFixing[] {
  const { now, codes, midRateAt, agentIds, seed } = surroundings;
  const draw = createRandom(seed);
  const pick = () => agentIds[Math.floor(draw() * agentIds.length)] ?? null;
  const served = listServed(bureau, codes);
  const posted = new Map<string, { board: string; midRate: number }>();
  const past: PastFixing[] = [];

  for (const session of listSessions(bureau, now)) {
    const author = session.isFirst && draw() < 0.4 ? null : pick();
    let at = session.from + Math.floor(draw() * 12 * MINUTE);
    for (const code of served) {
      const isDue = draw() < cadence[selectTier(code)][session.isMorning ? 0 : 1];
      const mood = 0.94 + draw() * 0.12;
      const isForAgent = draw() < 0.01;
      const known = posted.get(code);
      const midRate = midRateAt(code, new Date(at));
      // an agent who sees a rate that has drifted away changes it
      const hasDrifted = known !== undefined && Math.abs(midRate / known.midRate - 1) > MAX_DRIFT;
      const isFixed =
        bureau.turnDays === undefined ? isDue || hasDrifted : hasTurn(bureau, code, session.from);
      if (!session.isFirst && !isFixed) continue;
      at += 4_000 + Math.floor(draw() * 9_000);
      if (at > now.getTime()) break;
      const amounts = quoteAmounts(bureau, code, midRate, mood);
      // an unchanged fixing is not saved (spec 5)
      const board = `${amounts.purchase} ${amounts.sale}`;
      if (known?.board === board) continue;
      posted.set(code, { board, midRate });
      past.push({ at: new Date(at), code, midRate, ...amounts, userId: isForAgent ? null : author });
    }
  }
  return past;
}

export function hasTurn({ serves, turnDays }: FictionalCompany, code: string, at: number): boolean {
  if (turnDays === undefined) return true;
  const place = serves === 'all' ? 0 : serves.indexOf(code);
  return (Math.floor(at / DAY) + place) % turnDays === 0;
}

export type Session = { from: Date; at: Date; isMorning: boolean; draw: () => number };

/** Latest session of a company, either morning or afternoon. null: not for days. */
export function lastSession(bureau: FictionalCompany, now: Date): Session | null {
  const sessions = listSessions({ ...bureau, hasAfternoonFixings: true }, now)
    .filter(({ isFirst }) => !isFirst)
    .map(({ from, isMorning }) => {
      const draw = createRandom(Math.floor(from / MINUTE));
      return { from: new Date(from), at: new Date(from + Math.floor(draw() * 12 * MINUTE)), isMorning, draw };
    });
  return sessions.findLast(({ at }) => at <= now) ?? null;
}

export function drawFixing(
  bureau: FictionalCompany,
  fixing: { code: string; purchase: string | null; sale: string },
  midRate: number,
  { isMorning, draw }: Session,
): { purchase: string | null; sale: string } | null {
  const { code, sale, purchase } = fixing;
  const [chance, mood] = [draw(), 0.94 + draw() * 0.12];
  const usual = quoteAmounts(bureau, code, midRate, 1);
  const isDue =
    chance < cadence[selectTier(code)][isMorning ? 0 : 1] * (isMorning || bureau.hasAfternoonFixings ? 1 : 0);
  if (!isDue && Math.abs(Number(sale) / Number(usual.sale) - 1) <= MAX_DRIFT) return null;
  const anew = quoteAmounts(bureau, code, midRate, mood);
  return Number(anew.sale) === Number(sale) && Number(anew.purchase) === Number(purchase) ? null : anew;
}

function listSessions(
  bureau: FictionalCompany,
  now: Date,
): { from: number; isMorning: boolean; isFirst: boolean }[] {
  const today = Math.floor(now.getTime() / DAY) * DAY;
  const days = Array.from({ length: HISTORY_DAYS }, (_, day) => today - (HISTORY_DAYS - 1 - day) * DAY);
  return days.flatMap((day, index) => {
    const isFirst = index === 0;
    if (bureau.closesOnSunday && new Date(day).getUTCDay() === 0 && !isFirst) return [];
    const morning = { from: day + bureau.morningStart * MINUTE, isMorning: true, isFirst };
    if (!bureau.hasAfternoonFixings) return [morning];
    return [morning, { from: morning.from + AFTERNOON * MINUTE, isMorning: false, isFirst: false }];
  });
}
