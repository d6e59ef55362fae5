-- A photo that a user has sent, drawn anew, where every instance finds it. users.img names it, or a file of
-- content/images/users. Nobody guesses its name, and nobody but its user is shown it.
CREATE TABLE user_photos (
  img text PRIMARY KEY CHECK (img ~ '^[0-9a-f]{32}$'),
  user_id integer NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
  png bytea NOT NULL CHECK (length(png) BETWEEN 1 AND 262144),
  created_at timestamptz(3) NOT NULL
);
