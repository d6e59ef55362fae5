-- The bureau's morning: a versioned log of what public reads show, sheets, batches and suspensions. What belongs to a
-- bureau is keyed by counter: its company, and a branch, which is null until there are branches.

-- One row a transaction that changes what public reads show. `what`: '<company_id>:<currency>', '<company_id>', 'rates'
-- for the mid rates, 'all' for anything. A row has its transaction until that one commits, and its version from then on.
CREATE TABLE changes (
  version bigint UNIQUE CHECK (version > 0),
  at timestamptz(3),
  what jsonb NOT NULL,
  transaction xid8 UNIQUE,
  CHECK ((version IS NULL) = (at IS NULL)),
  CHECK ((version IS NULL) <> (transaction IS NULL))
);

-- What is too much to be named is everything. Each function finds its tables whatever the search path is: pg_dump's own
-- text has none.
CREATE FUNCTION note_changes(named jsonb) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO changes (what, transaction)
  VALUES (CASE WHEN jsonb_array_length(named) > 500 THEN '["all"]' ELSE named END, pg_current_xact_id())
  ON CONFLICT (transaction) DO UPDATE SET what = CASE
    WHEN jsonb_array_length(changes.what) + jsonb_array_length(excluded.what) > 500 THEN '["all"]'
    ELSE changes.what || excluded.what
  END;
END
$$;

-- At commit, so that versions follow the order in which transactions become visible: the lock (server/db/locks.ts) is
-- held until this one is. Notifications wait for each other in the same way anyhow.
CREATE FUNCTION number_changes() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  next bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(7264835);
  SELECT coalesce(max(version), 0) + 1 INTO next FROM changes;
  UPDATE changes SET version = next, at = clock_timestamp(), transaction = NULL
  WHERE transaction = pg_current_xact_id();
  IF FOUND THEN
    PERFORM pg_notify('changes', next::text);
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER changes_numbered AFTER INSERT ON changes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.version IS NULL) EXECUTE FUNCTION number_changes();

-- The functions of migrations 0001, 0006 and 0007. Instances of before this migration listen to rate_book still.
CREATE OR REPLACE FUNCTION notify_fixings() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  named jsonb := (SELECT jsonb_agg(few.named) FROM (SELECT company_id || ':' || currency_code AS named FROM changed LIMIT 501) AS few);
BEGIN
  IF named IS NULL THEN
    RETURN NULL;
  END IF;
  PERFORM note_changes(named);
  IF jsonb_array_length(named) > 200 THEN
    PERFORM pg_notify('rate_book', 'all');
  ELSE
    PERFORM pg_notify('rate_book', value) FROM jsonb_array_elements_text(named);
  END IF;
  RETURN NULL;
END
$$;
CREATE OR REPLACE FUNCTION notify_companies() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  named jsonb := (SELECT jsonb_agg(few.named) FROM (SELECT id::text AS named FROM changed LIMIT 501) AS few);
BEGIN
  IF named IS NULL THEN
    RETURN NULL;
  END IF;
  PERFORM note_changes(named);
  IF jsonb_array_length(named) > 200 THEN
    PERFORM pg_notify('rate_book', 'all');
  ELSE
    PERFORM pg_notify('rate_book', value) FROM jsonb_array_elements_text(named);
  END IF;
  RETURN NULL;
END
$$;
CREATE OR REPLACE FUNCTION notify_mid_rates() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM note_changes('["rates"]');
  PERFORM pg_notify('rate_book', 'rates');
  RETURN NULL;
END
$$;
CREATE OR REPLACE FUNCTION notify_rate_book() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM note_changes('["all"]');
  PERFORM pg_notify('rate_book', 'all');
  RETURN NULL;
END
$$;
-- Every start adds the currencies that are missing: where none is, nothing has changed.
CREATE FUNCTION notify_currencies() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM changed) THEN
    PERFORM note_changes('["all"]');
    PERFORM pg_notify('rate_book', 'all');
  END IF;
  RETURN NULL;
END
$$;
DROP TRIGGER currencies_changed ON currencies;
CREATE TRIGGER currencies_inserted AFTER INSERT ON currencies REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_currencies();
CREATE TRIGGER currencies_updated AFTER UPDATE ON currencies REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_currencies();
CREATE TRIGGER currencies_deleted AFTER DELETE ON currencies REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_currencies();
CREATE TRIGGER currencies_truncated AFTER TRUNCATE ON currencies
  FOR EACH STATEMENT EXECUTE FUNCTION notify_rate_book();

-- A side that is suspended keeps its rate and is not compared, until the moment given, or until somebody resumes it.
ALTER TABLE fixings
  ADD COLUMN branch integer,
  ADD COLUMN is_purchase_suspended boolean NOT NULL DEFAULT false,
  ADD COLUMN is_sale_suspended boolean NOT NULL DEFAULT false,
  ADD COLUMN suspended_until timestamptz(3);
CREATE INDEX fixings_suspended_until_idx ON fixings (suspended_until) WHERE suspended_until IS NOT NULL;

-- What a bureau publishes at once.
CREATE TABLE batches (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id integer NOT NULL REFERENCES companies (id),
  branch integer,
  -- null: by the command line
  user_id integer REFERENCES users (id),
  at timestamptz(3) NOT NULL,
  origin text NOT NULL CHECK (origin ~ '^[a-z_]+$'),
  -- each fixing that it changed as it was before: what taking it back brings back
  former jsonb NOT NULL,
  taken_back_at timestamptz(3)
);
CREATE INDEX batches_company_id_id_idx ON batches (company_id, id DESC);

-- How a line came to be: by hand, batch, rule, import, api, review. Which there are is for the version that writes them.
ALTER TABLE fixing_logs
  ADD COLUMN branch integer,
  ADD COLUMN origin text NOT NULL DEFAULT 'hand' CHECK (origin ~ '^[a-z_]+$'),
  ADD COLUMN batch_id bigint REFERENCES batches (id);

-- What a call was answered, for who did not hear it and asks again. Kept for a day.
CREATE TABLE idempotency_keys (
  company_id integer NOT NULL REFERENCES companies (id),
  user_id integer NOT NULL REFERENCES users (id),
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 128),
  body_hash bytea NOT NULL CHECK (length(body_hash) = 32),
  status smallint NOT NULL,
  answer text NOT NULL,
  at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, user_id, key)
);
CREATE INDEX idempotency_keys_at_idx ON idempotency_keys (at);

-- The currencies that a bureau works with, in its own order, and which way round it types their rates.
CREATE TABLE sheets (
  company_id integer NOT NULL REFERENCES companies (id),
  branch integer,
  quote_unit text NOT NULL CHECK (quote_unit ~ '^[a-z0-9_]+$'),
  made_at timestamptz(3) NOT NULL,
  UNIQUE NULLS NOT DISTINCT (company_id, branch)
);
CREATE TABLE sheet_currencies (
  company_id integer NOT NULL REFERENCES companies (id),
  branch integer,
  currency_code text NOT NULL REFERENCES currencies (code),
  position integer NOT NULL CHECK (position > 0),
  UNIQUE NULLS NOT DISTINCT (company_id, branch, currency_code)
);
