-- When a letter was to leave for the first time: `due_at` moves with each retry. Filled by a trigger, so that instances
-- of the former version may insert meanwhile.
ALTER TABLE mails ADD COLUMN first_due_at timestamptz(3);
UPDATE mails SET first_due_at = CASE WHEN attempts = 0 THEN due_at ELSE created_at END;
ALTER TABLE mails ALTER COLUMN first_due_at SET NOT NULL;

CREATE FUNCTION set_first_due_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.first_due_at = NEW.due_at;
  RETURN NEW;
END
$$;
CREATE TRIGGER mails_first_due BEFORE INSERT ON mails FOR EACH ROW EXECUTE FUNCTION set_first_due_at();
