import { uptime } from 'node:os';
import { sql } from 'kysely';
import { type ClockRecord, type ClockRun, judgeClock } from '#domain/audience/clock.ts';
import { isRightClock, type MeasuredTime, openMeasuredTime } from '../process/measured-time.ts';
import type { Db } from './open.ts';

// database's time and the last believed one; `time`: see judgeClock; `agreedAt`: see openMeasuredTime
export type ClockReading = {
  at: Date;
  believedAt: Date;
  isBelieved: boolean;
  time: Date | null;
  agreedAt: Date | null;
};

// last measured time while the database is away
export interface DatabaseTime extends MeasuredTime {
  measured: Promise<void>;
  close(): Promise<void>;
}

export interface Clock {
  read(): Promise<ClockReading>;
}

type ClockLog = { warn(fields: object, message: string): void };

// counts time asleep too, which process.hrtime does not
const readUptime = () => uptime() * 1_000;

export function openClock({ db, log }: { db: Db; log?: ClockLog }, monotonic = readUptime): Clock {
  let last: (Omit<ClockRun, 'elapsed'> & { tick: number }) | null = null;
  let ownAgreedAt: Date | null = null;

  async function read(): Promise<ClockReading> {
    const { at, tick, time, record, agreedAt } = await db.transaction().execute(async (trx) => {
      const { at, before, agreedAt } = await lockClock(trx);
      const tick = monotonic();
      const judged = judgeClock(before, at, last && { ...last, elapsed: tick - last.tick });
      const present = judged.time ?? at;
      const agreed = isRightClock(present) ? { agreed_at: present } : {};
      await upsertClock(trx, judged.record, agreed);
      const isOwn = agreedAt?.getTime() === ownAgreedAt?.getTime();
      ownAgreedAt = agreed.agreed_at ?? ownAgreedAt;
      return { at, tick, ...judged, agreedAt: isOwn ? null : agreedAt };
    });
    last = { at, time, tick };
    const { believedAt, doubt } = record;
    if (doubt?.since.getTime() === at.getTime()) {
      log?.warn(
        { at, believedAt, time },
        'the clock of the database cannot be believed: deadlines wait for it',
      );
    }
    return { at, believedAt, isBelieved: doubt === null, time, agreedAt };
  }

  return { read };
}

export function followTime(clock: Clock, log?: ClockLog, every = 30_000): DatabaseTime {
  const measuredTime = openMeasuredTime(log);

  async function measure(): Promise<void> {
    const { at, time, agreedAt } = await clock.read();
    measuredTime.measure(time ?? at, agreedAt);
  }

  let last = measure();
  const timer = setInterval(() => {
    last = measure().catch(() => undefined);
  }, every);
  timer.unref();
  return {
    ...measuredTime,
    measured: last,
    async close() {
      clearInterval(timer);
      await last.catch(() => undefined);
    },
  };
}

export async function selectClock(db: Db): Promise<ClockRecord | undefined> {
  const row = await db.selectFrom('retention_clock').selectAll().executeTakeFirst();
  return row && toRecord(row);
}

type ClockRow = { believed_at: Date; doubted_since: Date | null; doubted_at: Date | null };

function toRecord({ believed_at, doubted_since, doubted_at }: ClockRow): ClockRecord {
  const doubt = doubted_since && doubted_at ? { since: doubted_since, at: doubted_at } : null;
  return { believedAt: believed_at, doubt };
}

async function lockClock(trx: Db): Promise<{ at: Date; before: ClockRecord | null; agreedAt: Date | null }> {
  const row = await trx.selectFrom('retention_clock').selectAll().forUpdate().executeTakeFirst();
  const before = row ? toRecord(row) : null;
  return { at: await selectTime(trx), before, agreedAt: row?.agreed_at ?? null };
}

/** The database's time, common to all instances. */
export async function selectTime(trx: Db): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select now()::timestamptz(3) as at`.execute(trx);
  if (!rows[0]) throw new Error('a select without a table gives one row');
  return rows[0].at;
}

export async function upsertClock(
  trx: Db,
  { believedAt, doubt }: ClockRecord,
  agreed: { agreed_at?: Date } = {},
): Promise<void> {
  const row = {
    ...agreed,
    believed_at: believedAt,
    doubted_since: doubt?.since ?? null,
    doubted_at: doubt?.at ?? null,
  };
  await trx
    .insertInto('retention_clock')
    .values(row)
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(row))
    .execute();
}

export async function believeClock(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await upsertClock(trx, { believedAt: (await lockClock(trx)).at, doubt: null });
  });
}
