-- Reservations join the log of changes, so that the pages of their bureau follow them: '<company_id>:orders', which
-- is no currency.
CREATE FUNCTION notify_reservations() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  named jsonb := (
    SELECT jsonb_agg(few.named) FROM (SELECT DISTINCT company_id || ':orders' AS named FROM changed LIMIT 501) AS few
  );
BEGIN
  IF named IS NOT NULL THEN
    PERFORM note_changes(named);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER reservations_inserted AFTER INSERT ON reservations REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_reservations();
CREATE TRIGGER reservations_updated AFTER UPDATE ON reservations REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_reservations();
