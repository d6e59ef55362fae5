-- What proves, beside the password, who somebody is (docs/decisions/0350).

-- A key of WebAuthn. What it signs with never leaves the device: this is its public half.
CREATE TABLE passkeys (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  credential_id bytea NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 1 AND 1023),
  public_key bytea NOT NULL,
  -- how often it has signed, as it says; 0 for those that do not count
  counter bigint NOT NULL,
  transports text[] NOT NULL DEFAULT '{}',
  -- what its owner calls it
  name text NOT NULL CHECK (name <> ''),
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3)
);
CREATE INDEX passkeys_user_id_idx ON passkeys (user_id);

-- What an application of codes and this server share.
CREATE TABLE totp_secrets (
  user_id integer PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- encrypted by a key that is derived from SECRET
  sealed bytea NOT NULL,
  -- the 30 seconds of the last code that was taken: none of theirs or before is taken again
  last_step bigint NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3)
);

-- Ten for each who has another factor; each serves once.
CREATE TABLE recovery_codes (
  user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- the first characters of the code, which say which one it is; argon2id of the others
  selector text NOT NULL,
  code_hash text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  PRIMARY KEY (user_id, selector)
);

-- Who gave the right password and still owes the second factor. No session: an older version knows nothing of it.
CREATE TABLE pending_logins (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX pending_logins_user_id_idx ON pending_logins (user_id);
CREATE INDEX pending_logins_created_at_idx ON pending_logins (created_at);

-- The challenges that were answered, for as long as they could be answered again.
CREATE TABLE used_challenges (
  nonce bytea PRIMARY KEY,
  at timestamptz(3) NOT NULL
);
CREATE INDEX used_challenges_at_idx ON used_challenges (at);

-- When its user last proved who it is; null: when the session was opened.
ALTER TABLE sessions ADD COLUMN verified_at timestamptz(3);

-- Whether all who work there must have a second factor.
ALTER TABLE companies ADD COLUMN requires_second_factor boolean NOT NULL DEFAULT false;
