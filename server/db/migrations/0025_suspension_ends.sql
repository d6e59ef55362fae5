-- Each suspended side of a fixing ends as was said of it: one end for both let the one bring back the other.
ALTER TABLE fixings
  ADD COLUMN purchase_suspended_until timestamptz(3),
  ADD COLUMN sale_suspended_until timestamptz(3);
CREATE INDEX fixings_purchase_suspended_until_idx ON fixings (purchase_suspended_until)
  WHERE purchase_suspended_until IS NOT NULL;
CREATE INDEX fixings_sale_suspended_until_idx ON fixings (sale_suspended_until)
  WHERE sale_suspended_until IS NOT NULL;

-- Only what runs beside, of before these columns, names suspended_until: what it says there holds of both sides, as it
-- means it. The column itself stays empty, so that its own job resumes nothing of ours.
CREATE FUNCTION split_suspended_until() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  NEW.purchase_suspended_until := CASE WHEN NEW.is_purchase_suspended THEN NEW.suspended_until END;
  NEW.sale_suspended_until := CASE WHEN NEW.is_sale_suspended THEN NEW.suspended_until END;
  NEW.suspended_until := NULL;
  RETURN NEW;
END
$$;
CREATE TRIGGER fixings_suspended_until_split BEFORE UPDATE OF suspended_until ON fixings
  FOR EACH ROW EXECUTE FUNCTION split_suspended_until();
UPDATE fixings SET suspended_until = suspended_until WHERE suspended_until IS NOT NULL;
