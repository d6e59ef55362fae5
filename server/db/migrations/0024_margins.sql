-- Rates that follow the mid rate by a bureau's rules, keyed by counter as in migration 0021.

-- All rules of a counter, in the shape of domain/margins/margin-sheet.ts, which every reader is held to.
CREATE TABLE margin_sheets (
  company_id integer NOT NULL REFERENCES companies (id),
  branch integer,
  groups jsonb NOT NULL,
  rules jsonb NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  updated_by integer REFERENCES users (id),
  UNIQUE NULLS NOT DISTINCT (company_id, branch)
);

-- Currencies whose rule rests, or rested: fixed by hand, after a jump of the mid rate, where the rule cannot be followed.
CREATE TABLE margin_stops (
  company_id integer NOT NULL REFERENCES companies (id),
  branch integer,
  currency_code text NOT NULL REFERENCES currencies (code),
  reason text NOT NULL CHECK (reason ~ '^[a-z_]+$'),
  since timestamptz(3) NOT NULL,
  until timestamptz(3),
  -- the reading that it is about: once the stop is over, that reading stops nothing any more
  mid_at timestamptz(3),
  mid_rate exchange_rate,
  is_over boolean NOT NULL DEFAULT false,
  UNIQUE NULLS NOT DISTINCT (company_id, branch, currency_code)
);

-- The rule that made a line of the origin 'rule'.
ALTER TABLE fixing_logs ADD COLUMN rule jsonb;
