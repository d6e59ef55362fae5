-- The function of migration 0044, which reads the day as the queries do: from now(), which a test can set, and not current_date.
CREATE OR REPLACE FUNCTION notify_stocks() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  named jsonb := (
    SELECT jsonb_agg(few.named) FROM (
      SELECT DISTINCT company_id::text AS named FROM changed
      WHERE ready > 0 AND NOT follows AND (day IS NULL OR day >= now()::date - 1) LIMIT 501
    ) AS few
  );
BEGIN
  IF named IS NOT NULL THEN
    PERFORM note_changes(named);
  END IF;
  RETURN NULL;
END
$$;
