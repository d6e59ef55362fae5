-- Reservations: who travels, on what terms a bureau takes them, what it promises a day, and what becomes of each.

-- Kept apart from the users of the back-office: nothing is shared.
CREATE TABLE travellers (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL UNIQUE CHECK (email <> '' AND length(email) <= 256),
  first_name text NOT NULL DEFAULT '' CHECK (length(first_name) <= 60),
  phone text NOT NULL DEFAULT '' CHECK (length(phone) <= 30),
  -- else it is erased 30 days after its last reservation is over
  keeps_account boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL,
  seen_at timestamptz(3) NOT NULL
);
CREATE INDEX travellers_seen_at_idx ON travellers (seen_at);

CREATE TABLE traveller_sessions (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  traveller_id integer NOT NULL REFERENCES travellers (id) ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3) NOT NULL
);
CREATE INDEX traveller_sessions_traveller_id_idx ON traveller_sessions (traveller_id);
CREATE INDEX traveller_sessions_last_used_at_idx ON traveller_sessions (last_used_at);

-- Codes that were mailed and not used: the digits follow from the row by the secret, and are stored nowhere.
CREATE TABLE traveller_codes (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL CHECK (email <> '' AND length(email) <= 256),
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX traveller_codes_email_idx ON traveller_codes (email);
CREATE INDEX traveller_codes_created_at_idx ON traveller_codes (created_at);

-- Of a bureau (domain/reservations/terms.ts); it takes reservations once an administrator has admitted it.
CREATE TABLE reservation_terms (
  company_id integer PRIMARY KEY REFERENCES companies (id),
  admitted_at timestamptz(3),
  terms jsonb NOT NULL,
  updated_at timestamptz(3) NOT NULL
);

-- What a counter is ready to hand over on a day; without a day, on each of which nothing else is said. What was promised
-- stays promised: neither figure can be moved past the other.
CREATE TABLE stocks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id integer NOT NULL REFERENCES companies (id),
  branch integer REFERENCES branches (id),
  currency_code text NOT NULL REFERENCES currencies (code),
  day date,
  ready numeric(15, 2) NOT NULL CHECK (ready >= 0),
  promised numeric(15, 2) NOT NULL DEFAULT 0,
  UNIQUE NULLS NOT DISTINCT (company_id, branch, currency_code, day),
  CHECK (promised >= 0 AND promised <= ready),
  CHECK (day IS NOT NULL OR promised = 0)
);

CREATE TABLE reservations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code text NOT NULL CHECK (code ~ '^[A-Z0-9]{6}$'),
  company_id integer NOT NULL REFERENCES companies (id),
  branch integer REFERENCES branches (id),
  -- null: who it was is erased
  traveller_id integer REFERENCES travellers (id) ON DELETE SET NULL,
  -- what the request was sent under: sent again, it is the same one
  request_key text NOT NULL CHECK (length(request_key) BETWEEN 1 AND 128),
  request_hash bytea NOT NULL CHECK (length(request_hash) = 32),
  state text NOT NULL DEFAULT 'requested',
  -- the bureau's side
  side text NOT NULL CHECK (side IN ('purchase', 'sale')),
  base text NOT NULL REFERENCES currencies (code),
  currency_code text NOT NULL REFERENCES currencies (code),
  rate exchange_rate NOT NULL,
  -- of the fixing that was seen and frozen
  fixed_at timestamptz(3) NOT NULL,
  -- exchanged for each other; the fee is in the base
  offered numeric(15, 2) NOT NULL CHECK (offered > 0),
  received numeric(15, 2) NOT NULL CHECK (received > 0),
  fee numeric(15, 2) NOT NULL CHECK (fee >= 0),
  -- taken from the stock
  handed_over numeric(15, 2) NOT NULL CHECK (handed_over > 0),
  stock_id bigint NOT NULL REFERENCES stocks (id),
  mode text NOT NULL CHECK (mode ~ '^[a-z_]+$'),
  -- how it is paid at the counter, and which notes are wished; empty: any
  payment text NOT NULL CHECK (payment ~ '^[a-z_]+$'),
  notes text NOT NULL DEFAULT '' CHECK (notes ~ '^[a-z_]*$'),
  pickup_at timestamptz(3) NOT NULL,
  held_until timestamptz(3) NOT NULL,
  -- by when it must be answered, and then collected
  due_at timestamptz(3) NOT NULL,
  requested_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  -- null: it is open
  ended_at timestamptz(3),
  UNIQUE (company_id, code),
  UNIQUE (traveller_id, request_key),
  CHECK ((ended_at IS NULL) = (state IN ('requested', 'accepted', 'ready')))
);
CREATE INDEX reservations_company_id_id_idx ON reservations (company_id, id DESC);
CREATE INDEX reservations_company_id_pickup_at_idx ON reservations (company_id, pickup_at);
CREATE INDEX reservations_due_at_idx ON reservations (due_at) WHERE ended_at IS NULL;

-- domain/reservations/states.ts; a test holds both to each other. Rows that a restoration loads come as they are.
CREATE FUNCTION refuse_disorder() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.state, NEW.state) NOT IN (
    ('requested', 'accepted'), ('requested', 'declined'), ('requested', 'lapsed'), ('requested', 'cancelled'),
    ('accepted', 'ready'), ('accepted', 'cancelled'), ('accepted', 'no_show'),
    ('ready', 'collected'), ('ready', 'cancelled'), ('ready', 'no_show')
  ) THEN
    RAISE EXCEPTION 'a reservation does not go from % to %', OLD.state, NEW.state;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER reservations_in_order BEFORE UPDATE ON reservations
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION refuse_disorder();

-- Each change: its kind is the state that it led to, or 'moved'.
CREATE TABLE reservation_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  reservation_id bigint NOT NULL REFERENCES reservations (id),
  at timestamptz(3) NOT NULL,
  kind text NOT NULL CHECK (kind ~ '^[a-z_]+$'),
  actor text NOT NULL CHECK (actor IN ('traveller', 'bureau', 'clock')),
  -- null: no user of the back-office
  user_id integer REFERENCES users (id),
  -- one of a list, never a text in which somebody would be named
  reason text CHECK (reason ~ '^[a-z_]+$'),
  -- of 'moved', where it was
  pickup_was timestamptz(3)
);
CREATE INDEX reservation_events_reservation_id_idx ON reservation_events (reservation_id, id);
CREATE TRIGGER reservation_events_append_only BEFORE UPDATE OR DELETE ON reservation_events
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER reservation_events_never_emptied BEFORE TRUNCATE ON reservation_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE erasures
  DROP CONSTRAINT erasures_kind_check,
  ADD CONSTRAINT erasures_kind_check CHECK (kind ~ '^[a-z_]+$');
