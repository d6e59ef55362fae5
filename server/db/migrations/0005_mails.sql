-- Mails wait here until one instance has sent them; the newsletter is confirmed by the mail that it sends.

-- A mail is written at the moment it leaves, from `kind` and `params`: no link's token is stored.
CREATE TABLE mails (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('invitation', 'password', 'newsletter')),
  recipient text NOT NULL CHECK (recipient <> '' AND length(recipient) <= 256),
  params jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz(3) NOT NULL,
  -- when it may be tried, again or for the first time
  due_at timestamptz(3) NOT NULL,
  attempts smallint NOT NULL DEFAULT 0,
  -- the instance that tries it has until then; one that died frees it
  claimed_until timestamptz(3),
  -- the whole text was given to the mail server: from here on it is never sent again
  handed_over_at timestamptz(3),
  finished_at timestamptz(3),
  outcome text CHECK (outcome IN ('sent', 'refused', 'given_up', 'unknown', 'needless')),
  -- what the mail server said last, without any address
  last_error text,
  CHECK ((finished_at IS NULL) = (outcome IS NULL))
);
CREATE INDEX mails_due_at_idx ON mails (due_at) WHERE finished_at IS NULL;
CREATE INDEX mails_finished_at_idx ON mails (finished_at);
CREATE INDEX mails_recipient_idx ON mails (lower(recipient), created_at);

CREATE FUNCTION notify_mails() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('mails', '');
  RETURN NULL;
END
$$;
CREATE TRIGGER mails_added AFTER INSERT ON mails FOR EACH STATEMENT EXECUTE FUNCTION notify_mails();

-- What the erasure looks for, however much was erased before (server/retention).
CREATE INDEX leads_email_at_idx ON leads (at) WHERE email <> '';
CREATE INDEX leads_email_idx ON leads (lower(email)) WHERE email <> '';

-- Null until the button of the confirmation page was pressed; unconfirmed ones are erased after 30 days.
ALTER TABLE subscriptions ADD COLUMN confirmed_at timestamptz(3);
-- who subscribed before was asked for no confirmation
UPDATE subscriptions SET confirmed_at = at;
CREATE INDEX subscriptions_unconfirmed_at_idx ON subscriptions (at) WHERE confirmed_at IS NULL;
