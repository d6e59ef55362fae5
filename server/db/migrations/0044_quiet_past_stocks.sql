-- What is deleted of days that are over is news to nobody: neither the reservation that does without its day from then on, which is
-- over, nor a day that no offer counts any more. The functions of migrations 0034 and 0040.
CREATE OR REPLACE FUNCTION notify_reservations() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  named jsonb := (
    SELECT jsonb_agg(few.named) FROM (
      SELECT DISTINCT company_id || ':orders' AS named FROM changed WHERE stock_id IS NOT NULL LIMIT 501
    ) AS few
  );
BEGIN
  IF named IS NOT NULL THEN
    PERFORM note_changes(named);
  END IF;
  RETURN NULL;
END
$$;
CREATE OR REPLACE FUNCTION notify_stocks() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  named jsonb := (
    SELECT jsonb_agg(few.named) FROM (
      SELECT DISTINCT company_id::text AS named FROM changed
      WHERE ready > 0 AND NOT follows AND (day IS NULL OR day >= current_date - 1) LIMIT 501
    ) AS few
  );
BEGIN
  IF named IS NOT NULL THEN
    PERFORM note_changes(named);
  END IF;
  RETURN NULL;
END
$$;
