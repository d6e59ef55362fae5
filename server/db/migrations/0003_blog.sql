-- What the picture shows, for who does not see it.
ALTER TABLE articles ADD COLUMN image_alt text NOT NULL DEFAULT '';

-- The articles in memory (server/blog) are read again whenever this channel speaks.
CREATE FUNCTION notify_articles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('articles', '');
  RETURN NULL;
END
$$;
CREATE TRIGGER articles_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON articles
  FOR EACH STATEMENT EXECUTE FUNCTION notify_articles();

-- When a traveller ticked the consent line, and the sentence as it was. Whoever writes to travellers reads
-- only the rows that have it: without consent an address belongs to its lead alone.
ALTER TABLE leads
  ADD COLUMN consent_at timestamptz(3),
  ADD COLUMN consent_text text CHECK (consent_text <> ''),
  ADD CHECK ((consent_at IS NULL) = (consent_text IS NULL)),
  ADD CHECK (consent_at IS NULL OR email <> '');

-- Subscribing is consenting: `at` is the moment, this the sentence shown. Null: subscribed before it was kept.
ALTER TABLE subscriptions ADD COLUMN consent_text text CHECK (consent_text <> '');
