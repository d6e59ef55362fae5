-- The mid-rate feed: how it does, and the jumps that wait to be believed.

-- One row: what every instance and the administrator know of the feed.
CREATE TABLE rates_feed (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  checked_at timestamptz(3) NOT NULL,
  -- the last time it was read and understood
  succeeded_at timestamptz(3),
  -- the day that it spoke of then, and who published it
  day date,
  source text,
  -- why the last check failed; null when it did not
  error text,
  -- how many rates of the last good feed hold, and what was refused of it: [{ code, rate, held, reason }]
  accepted integer NOT NULL DEFAULT 0 CHECK (accepted >= 0),
  refusals jsonb NOT NULL DEFAULT '[]'
);

-- A rate more than 25 % off what is held, refused once; seen again in a feed of another day it is believed.
CREATE TABLE rate_jumps (
  currency_code text PRIMARY KEY REFERENCES currencies (code),
  day date NOT NULL,
  rate exchange_rate NOT NULL
);

-- Mid rates change every day and their bureaux do not: the rate book reads the currencies alone for them.
CREATE FUNCTION notify_mid_rates() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('rate_book', 'rates');
  RETURN NULL;
END
$$;
DROP TRIGGER mid_rates_changed ON mid_rates;
CREATE TRIGGER mid_rates_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON mid_rates
  FOR EACH STATEMENT EXECUTE FUNCTION notify_mid_rates();
