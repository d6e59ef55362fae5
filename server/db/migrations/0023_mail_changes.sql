-- A new address that a user has asked for, until the link that was sent there is followed. One for each user: the last.
-- It is gone once it has served, once the password changes, and after a day.
CREATE TABLE mail_changes (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
  mail text NOT NULL CHECK (mail <> '' AND length(mail) <= 256),
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX mail_changes_mail_idx ON mail_changes (lower(mail));
CREATE INDEX mail_changes_created_at_idx ON mail_changes (created_at);
