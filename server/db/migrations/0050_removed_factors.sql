-- A second factor that its owner removed is put back for 72 hours by the link of the letter about it.
CREATE TABLE removed_factors (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('passkey', 'totp')),
  -- the row of passkeys or totp_secrets
  factor jsonb NOT NULL,
  removed_at timestamptz(3) NOT NULL
);
CREATE INDEX removed_factors_user_id_idx ON removed_factors (user_id);
CREATE INDEX removed_factors_removed_at_idx ON removed_factors (removed_at);
