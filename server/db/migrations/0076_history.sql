-- Day on which the source published a rate that the demonstration shifted. NULL: the day of `at`.
ALTER TABLE mid_rates ADD COLUMN published_on date;

-- Days whose offers at 18 h in Paris are in daily_offers, whether there were any or not.
CREATE TABLE offer_days (
  day date PRIMARY KEY,
  taken_at timestamptz(3) NOT NULL DEFAULT now()
);

-- Net rates for € 500 at 18 h in Paris, of fresh fixings that are not held, a company once. Kept for ever.
CREATE TABLE daily_offers (
  currency_code text NOT NULL REFERENCES currencies (code),
  -- '': everywhere; else a department of France, or an airport by its IATA code
  area text NOT NULL CHECK (area ~ '^([0-9][0-9AB][0-9]?|[A-Z]{3})?$'),
  day date NOT NULL,
  best_sale exchange_rate,
  median_sale exchange_rate,
  sales integer NOT NULL CHECK (sales >= 0),
  best_purchase exchange_rate,
  median_purchase exchange_rate,
  purchases integer NOT NULL CHECK (purchases >= 0),
  is_demonstration boolean NOT NULL DEFAULT false,
  PRIMARY KEY (currency_code, area, day),
  CHECK ((sales = 0) = (best_sale IS NULL) AND (sales = 0) = (median_sale IS NULL)),
  CHECK ((purchases = 0) = (best_purchase IS NULL) AND (purchases = 0) = (median_purchase IS NULL)),
  CHECK (sales + purchases > 0)
);
CREATE INDEX daily_offers_day_idx ON daily_offers (day);

-- A new day of the history is read like a new mid rate.
CREATE TRIGGER offer_days_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON offer_days
  FOR EACH STATEMENT EXECUTE FUNCTION notify_mid_rates();
