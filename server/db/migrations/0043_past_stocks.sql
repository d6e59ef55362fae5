-- What a counter was ready for on a day that is long over is deleted: a reservation that is over does without it.
ALTER TABLE reservations
  ALTER COLUMN stock_id DROP NOT NULL,
  ADD CONSTRAINT reservations_stock_id_check CHECK (stock_id IS NOT NULL OR ended_at IS NOT NULL);
CREATE INDEX reservations_stock_id_idx ON reservations (stock_id);
CREATE INDEX stocks_day_idx ON stocks (day) WHERE day IS NOT NULL;
