-- What became of each recurring job, beside the queue, which keeps no past.
CREATE TABLE job_runs (
  name text PRIMARY KEY CHECK (name <> '' AND length(name) <= 100),
  succeeded_at timestamptz(3),
  -- since the last success
  failures integer NOT NULL DEFAULT 0,
  -- when the next run begins
  due_at timestamptz(3) NOT NULL
);
