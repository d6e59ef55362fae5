-- A used code stays for a minute, so that the browser whose answer was lost gets another session in place of the first one.
ALTER TABLE traveller_codes
  ADD COLUMN used_at timestamptz(3),
  ADD COLUMN session_hash bytea CHECK (length(session_hash) = 32),
  ADD CHECK ((used_at IS NULL) = (session_hash IS NULL));
