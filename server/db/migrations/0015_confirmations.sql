-- A bureau confirms rates that stay as they are: a line of the log, whose amounts are those of the line before.

ALTER TABLE fixing_logs ADD COLUMN is_confirmation boolean NOT NULL DEFAULT false;
