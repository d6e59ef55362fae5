-- A day of which nothing was said goes with the figure of every day. So far nothing could be said of one.
ALTER TABLE stocks
  ADD COLUMN follows boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT stocks_follows_check CHECK (day IS NOT NULL OR NOT follows);
UPDATE stocks SET follows = true WHERE day IS NOT NULL;
