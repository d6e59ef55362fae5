-- Copies of the whole cluster that archived WAL continues (deploy/archive/base-backup): each instance tells the newest in
-- /metrics. A dump that is restored elsewhere brings rows of another cluster, which its identifier tells apart.
CREATE TABLE base_backups (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  system_identifier bigint NOT NULL,
  at timestamptz(3) NOT NULL,
  size_bytes bigint NOT NULL CHECK (size_bytes > 0)
);
