import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

/** graphile-worker runs lower numbers first. */
const PRIORITY = {
  urgent: -10,
  usual: 0,
  batch: 10,
} as const;

export type NewJob = {
  name: string;
  /** Ids alone, so that erased personal data does not survive in the queue. */
  payload?: Record<string, number>;
  /** A later job with the same key replaces the earlier one unless that one is running. */
  key?: string;
  /** Milliseconds by the database's clock. */
  delay?: number;
  priority?: keyof typeof PRIORITY;
  /** Named queue whose jobs run one at a time over all instances, so that they never take every worker. */
  namedQueue?: string;
};

export async function addJobs(db: Db, jobs: readonly NewJob[]): Promise<void> {
  const rows = jobs.map(({ name, payload = {}, key, delay = 0, priority = 'usual', namedQueue }) => ({
    name,
    payload,
    key,
    delay,
    priority: PRIORITY[priority],
    queue: namedQueue,
  }));
  await sql`
    SELECT graphile_worker.add_job(
      name, payload, queue_name => queue, job_key => key, priority => priority,
      run_at => now() + delay * interval '1 millisecond')
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS job (name text, payload json, key text, delay double precision, priority int, queue text)`.execute(
    db,
  );
}

export async function addJob(db: Db, job: NewJob): Promise<void> {
  await addJobs(db, [job]);
}
