-- What is known of backups, of the text of migrations that a later version applied, and of writing.

-- The backups that were made: `backup` writes it, each instance tells it in /metrics.
CREATE TABLE backups (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- the moment that it shows
  at timestamptz(3) NOT NULL,
  size_bytes bigint NOT NULL CHECK (size_bytes > 0),
  is_encrypted boolean NOT NULL,
  -- when it was restored into a scratch database, which alone proves it
  verified_at timestamptz(3)
);

-- One row, which an instance writes to see that it can.
CREATE TABLE heartbeat (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  at timestamptz(3) NOT NULL
);

-- The text of each, which an older version, back after a rollback, writes into its backups. A new database has the column.
ALTER TABLE migrations ADD COLUMN IF NOT EXISTS sql text;
