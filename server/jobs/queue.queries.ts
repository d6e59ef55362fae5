import { sql } from 'kysely';
import { isLockedBySession } from '../db/locks.ts';
import type { Db } from '../db/open.ts';
import type { Job } from './job.ts';

export async function selectMissingPools(db: Db, own: string): Promise<string[]> {
  const { rows } = await sql<{ pool: string }>`
    SELECT pool FROM (SELECT DISTINCT locked_by AS pool FROM graphile_worker.jobs WHERE locked_at IS NOT NULL) AS holders
    WHERE NOT ${isLockedBySession('workerPool', sql`pool`)} AND ${isLockedBySession('workerPool', sql`${own}::text`)}`.execute(
    db,
  );
  return rows.map(({ pool }) => pool);
}

export async function selectStuckPools(db: Db, held: number): Promise<string[]> {
  const { rows } = await sql<{ pool: string }>`
    SELECT DISTINCT locked_by AS pool FROM graphile_worker.jobs
    WHERE locked_at < now() - ${held} * interval '1 millisecond'`.execute(db);
  return rows.map(({ pool }) => pool);
}

/** Frees the jobs and named queues of these worker pools after each job has released what it holds. */
export async function freePools(db: Db, pools: readonly string[], jobs: readonly Job[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // a concurrent caller waits here and then finds nothing left
    const { rows } = await sql<{ name: string; payload: Record<string, number> }>`
      SELECT identifier AS name, payload FROM graphile_worker._private_jobs AS jobs
      JOIN graphile_worker._private_tasks AS tasks ON tasks.id = task_id
      WHERE locked_by = any(${pools}::text[]) ORDER BY jobs.id FOR UPDATE OF jobs`.execute(trx);
    for (const { name, payload } of rows) {
      await jobs.find((job) => job.name === name)?.release?.(trx, payload);
    }
    await sql`SELECT graphile_worker.force_unlock_workers(${pools}::text[])`.execute(trx);
  });
}

/**
 * Frees named queues that are locked without a job, left behind when a freed worker ends a job that another
 * one took over. One statement takes or leaves a job with its queue, so no living queue looks like that.
 */
export async function freeNamedQueues(db: Db): Promise<void> {
  await sql`
    UPDATE graphile_worker._private_job_queues AS lanes SET locked_at = NULL, locked_by = NULL
    WHERE locked_at < now() - interval '1 second' AND NOT EXISTS (
      SELECT FROM graphile_worker._private_jobs AS jobs
      WHERE jobs.job_queue_id = lanes.id AND jobs.locked_by = lanes.locked_by)`.execute(db);
}

export async function isUnfinished(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM graphile_worker.jobs WHERE id = ${id}::bigint AND locked_at IS NOT NULL`.execute(db);
  return rows.length > 0;
}

export async function isScheduled(db: Db, key: string, within: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM graphile_worker.jobs WHERE key = ${key} AND attempts < max_attempts
      AND (locked_at IS NOT NULL OR run_at <= now() + ${within} * interval '1 millisecond')`.execute(db);
  return rows.length > 0;
}

export async function deleteFailedJobs(db: Db): Promise<void> {
  await sql`
    SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs
    WHERE attempts >= max_attempts AND locked_at IS NULL
      AND (key IS NULL AND last_error IS NULL OR updated_at < now() - interval '7 days')
    HAVING count(*) > 0`.execute(db);
}

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

// Notes the recurring jobs of this version as due now, and forgets those of others.
export async function enrolRuns(db: Db, names: readonly string[]): Promise<void> {
  await sql`DELETE FROM job_runs WHERE name <> ALL (${names}::text[])`.execute(db);
  await sql`INSERT INTO job_runs (name, due_at) SELECT name, now() FROM unnest(${names}::text[]) AS name
    ON CONFLICT (name) DO NOTHING`.execute(db);
}

// `delay`: milliseconds until the next run.
export async function recordRun(
  db: Db,
  { name, isDone, delay }: { name: string; isDone: boolean; delay: number },
): Promise<void> {
  await sql`UPDATE job_runs SET due_at = now() + ${delay} * interval '1 millisecond',
      succeeded_at = CASE WHEN ${isDone} THEN now() ELSE succeeded_at END,
      failures = CASE WHEN ${isDone} THEN 0 ELSE failures + 1 END
    WHERE name = ${name}`.execute(db);
}

export async function selectRuns(
  db: Db,
): Promise<{ name: string; succeededAt: Date | null; failures: number; lateSeconds: number }[]> {
  const { rows } = await sql<{
    name: string;
    succeededAt: Date | null;
    failures: number;
    lateSeconds: number;
  }>`
    SELECT name, succeeded_at AS "succeededAt", failures,
      greatest(0, extract(epoch FROM now() - due_at))::float8 AS "lateSeconds"
    FROM job_runs ORDER BY name LIMIT 100`.execute(db);
  return rows;
}
