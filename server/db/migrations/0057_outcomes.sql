-- Outcome of a write, for a client that lost the answer. Its key opens the answer and stands nowhere.
CREATE TABLE outcomes (
  -- SHA-256 of the key
  key_hash bytea PRIMARY KEY,
  -- null: asked for before any request came, which is refused from then on
  request_hash bytea,
  at timestamptz(3) NOT NULL DEFAULT now(),
  -- null: not answered yet
  status smallint,
  -- sealed by the key
  answer bytea,
  CHECK ((status IS NULL) = (answer IS NULL)),
  CHECK (request_hash IS NOT NULL OR status IS NULL)
);
CREATE INDEX outcomes_at_idx ON outcomes (at);
