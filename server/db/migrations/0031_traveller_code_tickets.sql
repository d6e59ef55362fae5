-- A code opens a session in the browser that asked for it alone, and after so many wrong guesses none any more. Null: asked for
-- before there were tickets.
ALTER TABLE traveller_codes
  ADD COLUMN ticket_hash bytea CHECK (length(ticket_hash) = 32),
  ADD COLUMN guesses integer NOT NULL DEFAULT 0;
