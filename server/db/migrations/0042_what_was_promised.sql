-- What a bureau promises goes with a reservation from the request on (domain/reservations/promise.ts); null: of before that was kept.
-- Which notes were chosen, of those that it said to have.
ALTER TABLE reservations
  ADD COLUMN promise jsonb,
  ADD COLUMN denominations integer[] NOT NULL DEFAULT '{}';

-- Of what was handed over at the better rate of the day: both rates in the line, and what changed hands on the bordereau. Null: as
-- it was reserved.
ALTER TABLE reservation_events
  ADD COLUMN rate_was exchange_rate,
  ADD COLUMN rate exchange_rate,
  ADD CONSTRAINT reservation_events_rate_check CHECK ((rate IS NULL) = (rate_was IS NULL));
ALTER TABLE slips
  ADD COLUMN rate exchange_rate,
  ADD COLUMN offered numeric(15, 2) CHECK (offered > 0),
  ADD COLUMN received numeric(15, 2) CHECK (received > 0),
  ADD CONSTRAINT slips_rate_check CHECK (num_nulls(rate, offered, received) IN (0, 3));
