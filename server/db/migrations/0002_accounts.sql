-- What the back-office needs beside 0001: password links, failed logins, counts, and indexes for its lists.

-- The link of an account that has no password yet. Its token is derived from the setting SECRET and this row
-- (docs/decisions/0030-password-links.md), so it is stored nowhere. The newest link of a user is the one that works.
CREATE TABLE password_links (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL,
  used_at timestamptz(3)
);
CREATE INDEX password_links_user_id_id_idx ON password_links (user_id, id DESC);

-- Failed logins of one account or of one address since the first one of the present window. Keys are hashes:
-- no name that was tried and no address is kept.
CREATE TABLE login_failures (
  key bytea PRIMARY KEY CHECK (length(key) = 32),
  count integer NOT NULL CHECK (count >= 0),
  since timestamptz(3) NOT NULL
);
CREATE INDEX login_failures_since_idx ON login_failures (since);

-- Comparisons answered, by UTC day.
CREATE TABLE comparison_counts (
  day date PRIMARY KEY,
  count bigint NOT NULL CHECK (count > 0)
);

-- What a search compares: without case or accents, with a plain apostrophe.
CREATE FUNCTION search_form(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN replace(replace(
    translate(lower(value), 'àáâãäåçèéêëìíîïñòóôõöùúûüýÿ’', 'aaaaaaceeeeiiiinooooouuuuyy'''),
    'œ', 'oe'), 'æ', 'ae');

-- The lists across companies are read in this order.
CREATE INDEX companies_search_form_idx ON companies (search_form(name), id);

CREATE INDEX fixing_logs_at_idx ON fixing_logs (at);
CREATE INDEX subscriptions_at_idx ON subscriptions (at);
CREATE INDEX sessions_last_used_at_idx ON sessions (last_used_at);
