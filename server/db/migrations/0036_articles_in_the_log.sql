-- The log of changes says of the blog too that it changed, for who follows the log alone. Who listens to the channel of
-- migration 0003 still does.
CREATE OR REPLACE FUNCTION notify_articles() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM note_changes('["articles"]');
  PERFORM pg_notify('articles', '');
  RETURN NULL;
END
$$;
