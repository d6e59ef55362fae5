-- An offer says that it may be reserved where its bureau has said to have something of the currency: who follows the log reads the
-- bureau again when it has said so first, or no more. What is promised, and a day that only goes with the figure of every day,
-- changes nothing of that.
CREATE FUNCTION notify_stocks() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  named jsonb := (
    SELECT jsonb_agg(few.named) FROM (
      SELECT DISTINCT company_id::text AS named FROM changed WHERE ready > 0 AND NOT follows LIMIT 501
    ) AS few
  );
BEGIN
  IF named IS NOT NULL THEN
    PERFORM note_changes(named);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER stocks_inserted AFTER INSERT ON stocks REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_stocks();
CREATE TRIGGER stocks_deleted AFTER DELETE ON stocks REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_stocks();
CREATE TRIGGER stocks_updated AFTER UPDATE OF ready ON stocks
  FOR EACH ROW WHEN ((OLD.ready > 0) <> (NEW.ready > 0)) EXECUTE FUNCTION note_reservation_terms();
