-- In how many comparisons of a day a bureau was shown for a currency, and the sum of the ranks at which it was: counted
-- in memory and added from time to time.
CREATE TABLE shown_counts (
  company_id integer NOT NULL REFERENCES companies (id),
  day date NOT NULL,
  currency_code text NOT NULL REFERENCES currencies (code),
  shown bigint NOT NULL CHECK (shown > 0),
  ranks bigint NOT NULL CHECK (ranks >= shown),
  PRIMARY KEY (company_id, day, currency_code)
);
