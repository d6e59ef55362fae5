-- Where a bureau's counters are, and when they are open.

CREATE TABLE branches (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id integer NOT NULL REFERENCES companies (id),
  name text NOT NULL CHECK (name <> ''),
  kind text NOT NULL CHECK (kind ~ '^[a-z_]+$'),
  address text NOT NULL DEFAULT '',
  postcode text NOT NULL DEFAULT '',
  -- the code of INSEE; null abroad
  commune text,
  city text NOT NULL,
  -- ISO 3166-1 alpha-2
  country text NOT NULL DEFAULT 'FR' CHECK (country ~ '^[A-Z]{2}$'),
  -- null: nobody has said where
  lat double precision CHECK (lat BETWEEN -90 AND 90),
  lon double precision CHECK (lon BETWEEN -180 AND 180),
  time_zone text NOT NULL DEFAULT 'Europe/Paris' CHECK (time_zone <> ''),
  phone text NOT NULL DEFAULT '',
  email text NOT NULL DEFAULT '',
  access_note text NOT NULL DEFAULT '',
  payment_means text[] NOT NULL DEFAULT '{}',
  sells boolean NOT NULL DEFAULT true,
  buys_back boolean NOT NULL DEFAULT true,
  takes_cards boolean NOT NULL DEFAULT false,
  small_notes boolean NOT NULL DEFAULT false,
  needs_appointment boolean NOT NULL DEFAULT false,
  -- in the syntax of OpenStreetMap; empty: not said
  hours text NOT NULL DEFAULT '' CHECK (length(hours) <= 500),
  -- whose public holidays: FR, FR-57-67-68 (Alsace and Moselle), ...; empty: nobody's
  holidays_region text NOT NULL DEFAULT 'FR',
  closed_on_holidays boolean NOT NULL DEFAULT true,
  -- company: as the company; percent: so much over or under it; own: a sheet of its own
  rates text NOT NULL DEFAULT 'company' CHECK (rates ~ '^[a-z_]+$'),
  percent numeric(5, 2),
  -- null: open to business
  closed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (company_id, name),
  CHECK ((lat IS NULL) = (lon IS NULL)),
  CHECK ((rates = 'percent') = (percent IS NOT NULL))
);

-- Days on which a branch is closed beside its hours, both ends included.
CREATE TABLE branch_closures (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  branch_id integer NOT NULL REFERENCES branches (id) ON DELETE CASCADE,
  from_day date NOT NULL,
  to_day date NOT NULL,
  reason text NOT NULL DEFAULT '',
  CHECK (to_day >= from_day)
);
CREATE INDEX branch_closures_branch_id_idx ON branch_closures (branch_id);

-- When what these words say is open, computed ahead by the queue: [[day, from, to], ...], a stretch of each day, with its
-- instants in milliseconds since 1970 (domain/branches/open-state.ts).
CREATE TABLE opening_times (
  hours text NOT NULL,
  holidays_region text NOT NULL,
  closed_on_holidays boolean NOT NULL,
  time_zone text NOT NULL,
  -- the day there, from midnight of which on it was computed; and the one at whose midnight it ends
  from_day date NOT NULL,
  to_day date NOT NULL,
  stretches jsonb NOT NULL,
  PRIMARY KEY (hours, holidays_region, closed_on_holidays, time_zone)
);

-- A branch is of its company: who follows the log reads that one again, its branches included.
CREATE FUNCTION notify_branches() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  named jsonb := (SELECT jsonb_agg(few.named) FROM (SELECT DISTINCT company_id::text AS named FROM changed LIMIT 501) AS few);
BEGIN
  IF named IS NOT NULL THEN
    PERFORM note_changes(named);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER branches_inserted AFTER INSERT ON branches REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_branches();
CREATE TRIGGER branches_updated AFTER UPDATE ON branches REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_branches();
CREATE TRIGGER branches_deleted AFTER DELETE ON branches REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_branches();

CREATE FUNCTION notify_branch_closures() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  named jsonb := (
    SELECT jsonb_agg(few.named) FROM (
      SELECT DISTINCT branches.company_id::text AS named
      FROM changed JOIN branches ON branches.id = changed.branch_id LIMIT 501
    ) AS few
  );
BEGIN
  IF named IS NOT NULL THEN
    PERFORM note_changes(named);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER branch_closures_inserted AFTER INSERT ON branch_closures REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_branch_closures();
CREATE TRIGGER branch_closures_updated AFTER UPDATE ON branch_closures REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_branch_closures();
CREATE TRIGGER branch_closures_deleted AFTER DELETE ON branch_closures REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_branch_closures();

-- Of opening times no company is named: thousands of branches may share one text, and all of them change every day.
CREATE FUNCTION notify_opening_times() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM changed) THEN
    PERFORM note_changes('["hours"]');
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER opening_times_inserted AFTER INSERT ON opening_times REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_opening_times();
CREATE TRIGGER opening_times_updated AFTER UPDATE ON opening_times REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_opening_times();

-- What has been keyed by counter names a branch that is there.
ALTER TABLE fixings ADD CONSTRAINT fixings_branch_fkey FOREIGN KEY (branch) REFERENCES branches (id) NOT VALID;
ALTER TABLE batches ADD CONSTRAINT batches_branch_fkey FOREIGN KEY (branch) REFERENCES branches (id) NOT VALID;
ALTER TABLE fixing_logs ADD CONSTRAINT fixing_logs_branch_fkey FOREIGN KEY (branch) REFERENCES branches (id) NOT VALID;
ALTER TABLE sheets ADD CONSTRAINT sheets_branch_fkey FOREIGN KEY (branch) REFERENCES branches (id) NOT VALID;
ALTER TABLE sheet_currencies ADD CONSTRAINT sheet_currencies_branch_fkey FOREIGN KEY (branch) REFERENCES branches (id) NOT VALID;
ALTER TABLE margin_sheets ADD CONSTRAINT margin_sheets_branch_fkey FOREIGN KEY (branch) REFERENCES branches (id) NOT VALID;
ALTER TABLE margin_stops ADD CONSTRAINT margin_stops_branch_fkey FOREIGN KEY (branch) REFERENCES branches (id) NOT VALID;

-- What proves that it may change money: its number in the register of financial agents (REGAFI) or its bank code (CIB).
ALTER TABLE companies ADD COLUMN authorisation text NOT NULL DEFAULT '' CHECK (length(authorisation) <= 20);

-- Who fixes a bureau's rates keeps its branches, who edits bureaux those of all.
INSERT INTO scopes (scope, label)
SELECT new.scope, new.label
FROM (VALUES
  ('branches.list.me', 'Voir les agences de son bureau'),
  ('branches.list.all', 'Voir les agences de tous les bureaux'),
  ('branches.edit.me', 'Modifier les agences de son bureau'),
  ('branches.edit.all', 'Modifier les agences de tous les bureaux')
) AS new (scope, label)
WHERE EXISTS (SELECT 1 FROM scopes)
ON CONFLICT DO NOTHING;

INSERT INTO user_scopes (user_id, scope)
SELECT held.user_id, given.scope
FROM user_scopes AS held
JOIN (VALUES
  ('fixings.list.me', 'branches.list.me'),
  ('fixings.list.me', 'branches.edit.me'),
  ('companies.edit.all', 'branches.list.all'),
  ('companies.edit.all', 'branches.edit.all')
) AS given (held, scope) ON given.held = held.scope
ON CONFLICT DO NOTHING;
