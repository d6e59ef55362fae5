-- A company that is edited, suspended or added is read by its id: the rate book stays as it is otherwise.
-- Payload: '<company_id>'. A statement that changes many asks for a whole reread, as for fixings.
CREATE FUNCTION notify_companies() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT 1 FROM changed LIMIT 201) AS few) > 200 THEN
    PERFORM pg_notify('rate_book', 'all');
  ELSE
    PERFORM pg_notify('rate_book', id::text) FROM changed;
  END IF;
  RETURN NULL;
END
$$;
DROP TRIGGER companies_changed ON companies;
CREATE TRIGGER companies_inserted AFTER INSERT ON companies REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_companies();
CREATE TRIGGER companies_updated AFTER UPDATE ON companies REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_companies();
CREATE TRIGGER companies_deleted AFTER DELETE ON companies REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_companies();
CREATE TRIGGER companies_truncated AFTER TRUNCATE ON companies
  FOR EACH STATEMENT EXECUTE FUNCTION notify_rate_book();
