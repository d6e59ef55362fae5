import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

/** Lower comes first, as the queue counts. */
const PRIORITY = {
  /** somebody waits for it in front of a screen */
  urgent: -10,
  usual: 0,
  /** what computes much, and may take the night */
  batch: 10,
} as const;

export type NewJob = {
  name: string;
  /** ids alone: what is erased of a person in our tables must not live on in a queue */
  payload?: Record<string, number>;
  /** of two jobs with one key the later one stays, unless the first is under way */
  key?: string;
  /** in milliseconds, by the clock of the database */
  delay?: number;
  priority?: keyof typeof PRIORITY;
  /** of the jobs of one lane one runs at a time, on whichever instance: they never take all hands */
  lane?: string;
};

/** Puts jobs in the queue; in a transaction they are there with the rest, or not at all. The same statement for none. */
export async function addJobs(db: Db, jobs: readonly NewJob[]): Promise<void> {
  const rows = jobs.map(({ name, payload = {}, key, delay = 0, priority = 'usual', lane }) => ({
    name,
    payload,
    key,
    delay,
    priority: PRIORITY[priority],
    lane,
  }));
  await sql`
    SELECT graphile_worker.add_job(
      name, payload, queue_name => lane, job_key => key, priority => priority,
      run_at => now() + delay * interval '1 millisecond')
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS job (name text, payload json, key text, delay double precision, priority int, lane text)`.execute(
    db,
  );
}

export async function addJob(db: Db, job: NewJob): Promise<void> {
  await addJobs(db, [job]);
}
