-- Rates: numeric of at most 8 decimals and 15 significant digits (contract 2), so that a rate read as a
-- JSON number is the rate that was stored. Times: to the millisecond, so that
-- a time read by a client compares equal when it is sent back (contract 3, fixings/update).

CREATE DOMAIN exchange_rate AS numeric(15, 8) CHECK (VALUE > 0);

CREATE TABLE currencies (
  code text PRIMARY KEY CHECK (code ~ '^[A-Z]{3}$'),
  label text NOT NULL CHECK (label <> ''),
  -- the official list's order where it is decided: 1 the base, 2 the default counterpart
  position smallint UNIQUE CHECK (position > 0)
);

-- Units of the currency for 1 base, mid-market. The base itself has none: it is worth 1.
CREATE TABLE mid_rates (
  currency_code text NOT NULL REFERENCES currencies (code),
  at timestamptz(3) NOT NULL,
  rate exchange_rate NOT NULL,
  source text NOT NULL CHECK (source <> ''),
  PRIMARY KEY (currency_code, at)
);

CREATE TABLE companies (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE CHECK (name <> ''),
  logo text NOT NULL UNIQUE CHECK (logo ~ '^[a-z0-9-]+$'),
  site text NOT NULL UNIQUE CHECK (site ~ '^https://[^\s]+$'),
  phone text NOT NULL DEFAULT '',
  email text NOT NULL DEFAULT '',
  is_partner boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE scopes (
  scope text PRIMARY KEY CHECK (scope ~ '^(\*\*|[a-z*]+(\.[a-z*]+)*)$'),
  label text NOT NULL CHECK (label <> '')
);

CREATE TABLE users (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id integer REFERENCES companies (id),
  mail text NOT NULL CHECK (mail <> ''),
  name text NOT NULL CHECK (name <> ''),
  surname text NOT NULL DEFAULT '',
  phone text NOT NULL DEFAULT '',
  img text NOT NULL DEFAULT '',
  role text NOT NULL CHECK (role <> ''),
  status text NOT NULL CHECK (status IN ('awaiting_password', 'in_service', 'in_interim')),
  password_hash text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK ((status = 'awaiting_password') = (password_hash IS NULL))
);
CREATE UNIQUE INDEX users_mail_key ON users (lower(mail));
CREATE INDEX users_company_id_idx ON users (company_id);

CREATE TABLE user_scopes (
  user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  scope text NOT NULL REFERENCES scopes (scope),
  PRIMARY KEY (user_id, scope)
);

CREATE TABLE sessions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- SHA-256 of the cookie's token: the token itself is never stored
  token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3) NOT NULL
);
CREATE INDEX sessions_user_id_idx ON sessions (user_id);

-- What each bureau applies now. Units of the currency for 1 base, the bureau's side (contract 1).
CREATE TABLE fixings (
  company_id integer NOT NULL REFERENCES companies (id),
  currency_code text NOT NULL REFERENCES currencies (code),
  purchase exchange_rate,
  sale exchange_rate,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, currency_code),
  CHECK (purchase IS NOT NULL OR sale IS NOT NULL)
);
CREATE INDEX fixings_currency_code_idx ON fixings (currency_code);

-- Every fixing ever made, with the mid rate of that moment. Append-only: see the trigger below.
CREATE TABLE fixing_logs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz(3) NOT NULL,
  company_id integer NOT NULL REFERENCES companies (id),
  user_id integer REFERENCES users (id),
  base text NOT NULL REFERENCES currencies (code),
  currency_code text NOT NULL REFERENCES currencies (code),
  rate exchange_rate NOT NULL,
  purchase exchange_rate,
  sale exchange_rate
);
CREATE INDEX fixing_logs_company_id_id_idx ON fixing_logs (company_id, id DESC);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END
$$;
CREATE TRIGGER fixing_logs_append_only BEFORE UPDATE OR DELETE ON fixing_logs
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER fixing_logs_never_emptied BEFORE TRUNCATE ON fixing_logs
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE articles (
  id text PRIMARY KEY CHECK (id ~ '^[a-z0-9-]+$'),
  "group" text NOT NULL CHECK ("group" <> ''),
  is_featured boolean NOT NULL DEFAULT false,
  topic text NOT NULL CHECK (topic <> ''),
  reading_time smallint NOT NULL CHECK (reading_time > 0),
  title text NOT NULL CHECK (title <> ''),
  description text NOT NULL,
  descriptions text[] NOT NULL DEFAULT '{}',
  image text NOT NULL,
  content text NOT NULL,
  publication_date date NOT NULL
);
-- one featured article a group
CREATE UNIQUE INDEX articles_featured_key ON articles ("group") WHERE is_featured;

-- One traveller sent on to a bureau. The e-mail may be empty (contract 1); consent is what was ticked, if anything.
CREATE TABLE leads (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz(3) NOT NULL,
  company_id integer NOT NULL REFERENCES companies (id),
  email text NOT NULL DEFAULT '' CHECK (length(email) <= 256)
);
CREATE INDEX leads_at_idx ON leads (at);

CREATE TABLE subscriptions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz(3) NOT NULL,
  email text NOT NULL CHECK (email <> '' AND length(email) <= 256),
  type text NOT NULL CHECK (type <> '')
);
CREATE UNIQUE INDEX subscriptions_email_type_key ON subscriptions (lower(email), type);

-- The rate book (server/rate-book) listens to this channel. A statement that changes few fixings names
-- them; anything else asks for a whole reread. Payload: '<company_id>:<currency>' or 'all'.
CREATE FUNCTION notify_fixings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT 1 FROM changed LIMIT 201) AS few) > 200 THEN
    PERFORM pg_notify('rate_book', 'all');
  ELSE
    PERFORM pg_notify('rate_book', company_id || ':' || currency_code) FROM changed;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER fixings_inserted AFTER INSERT ON fixings REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_fixings();
CREATE TRIGGER fixings_updated AFTER UPDATE ON fixings REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_fixings();
CREATE TRIGGER fixings_deleted AFTER DELETE ON fixings REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_fixings();

CREATE FUNCTION notify_rate_book() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('rate_book', 'all');
  RETURN NULL;
END
$$;
CREATE TRIGGER currencies_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON currencies
  FOR EACH STATEMENT EXECUTE FUNCTION notify_rate_book();
CREATE TRIGGER mid_rates_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON mid_rates
  FOR EACH STATEMENT EXECUTE FUNCTION notify_rate_book();
CREATE TRIGGER companies_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON companies
  FOR EACH STATEMENT EXECUTE FUNCTION notify_rate_book();
CREATE TRIGGER fixings_truncated AFTER TRUNCATE ON fixings
  FOR EACH STATEMENT EXECUTE FUNCTION notify_rate_book();
