import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

/**
 * Frees all jobs of an instance that has held one for longer than a job may last: it is dead. The library itself would
 * wait for 4 hours. `held` is in milliseconds.
 */
export async function freeHeldJobs(db: Db, held: number): Promise<void> {
  await sql`
    SELECT graphile_worker.force_unlock_workers(array_agg(DISTINCT locked_by)) FROM graphile_worker.jobs
    WHERE locked_at < now() - ${held} * interval '1 millisecond'
    HAVING count(*) > 0`.execute(db);
}

/** Frees the jobs of a pool of workers of this process, which has ended. */
export async function freePool(db: Db, pool: string): Promise<void> {
  await sql`SELECT graphile_worker.force_unlock_workers(ARRAY[${pool}::text])`.execute(db);
}

/** Whether a job is under way, or was and nobody has written down how it ended. */
export async function isHeld(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM graphile_worker.jobs WHERE id = ${id}::bigint AND locked_at IS NOT NULL`.execute(db);
  return rows.length > 0;
}

/** Whether this job runs, or will within so many milliseconds. */
export async function isScheduled(db: Db, key: string, within: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM graphile_worker.jobs WHERE key = ${key} AND attempts < max_attempts
      AND (locked_at IS NOT NULL OR run_at <= now() + ${within} * interval '1 millisecond')`.execute(db);
  return rows.length > 0;
}

/** Deletes jobs that a newer one of their key has replaced, and, after a week, those that failed for good. */
export async function forgetFailedJobs(db: Db): Promise<void> {
  await sql`
    SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs
    WHERE attempts >= max_attempts AND locked_at IS NULL
      AND (key IS NULL AND last_error IS NULL OR updated_at < now() - interval '7 days')
    HAVING count(*) > 0`.execute(db);
}

/** How the queue does: what is due and not begun, how late the oldest of it is, and what failed at every try. */
export async function countJobs(
  db: Db,
): Promise<{ waiting: number; oldestDueSeconds: number; failed: number }> {
  const { rows } = await sql<{ waiting: number; oldestDueSeconds: number; failed: number }>`
    SELECT count(*) FILTER (WHERE is_due) AS waiting,
      coalesce(extract(epoch FROM now() - min(run_at) FILTER (WHERE is_due)), 0)::float8 AS "oldestDueSeconds",
      count(*) FILTER (WHERE attempts >= max_attempts AND last_error IS NOT NULL) AS failed
    FROM (
      SELECT *, locked_at IS NULL AND attempts < max_attempts AND run_at <= now() AS is_due
      FROM graphile_worker.jobs
    ) AS jobs`.execute(db);
  if (!rows[0]) throw new Error('a count gives one row');
  return rows[0];
}
