-- Every reservation has its reference and its number.
ALTER TABLE reservations
  ALTER COLUMN reference SET NOT NULL,
  ALTER COLUMN year SET NOT NULL,
  ALTER COLUMN number SET NOT NULL;

-- Pick-up codes lie under a key derived from SECRET and are found by their HMAC; code_key tells which SECRET. Older instances read
-- and write the code in clear text, which a job seals, and clears a day after this migration.
ALTER TABLE reservations
  ALTER COLUMN code DROP NOT NULL,
  ADD COLUMN code_sealed bytea,
  ADD COLUMN code_hash bytea CHECK (length(code_hash) = 32),
  ADD COLUMN code_key bytea CHECK (length(code_key) = 8),
  ADD CONSTRAINT reservations_code_kept_check CHECK (code IS NOT NULL OR code_sealed IS NOT NULL),
  ADD CONSTRAINT reservations_code_sealed_check CHECK (num_nulls(code_sealed, code_hash, code_key) IN (0, 3));
CREATE UNIQUE INDEX reservations_company_id_code_hash_idx ON reservations (company_id, code_hash);
CREATE INDEX reservations_clear_code_idx ON reservations (id) WHERE code IS NOT NULL;
