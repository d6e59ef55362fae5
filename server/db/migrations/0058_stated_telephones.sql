-- Moment at which a traveller stated the telephone. Nobody proves a number, so an account counts those that stated it before it,
-- and is not counted for them.
ALTER TABLE travellers ADD COLUMN phone_at timestamptz(3) NOT NULL DEFAULT now();

-- The same number in another form keeps its moment.
CREATE FUNCTION note_phone_at() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF regexp_replace(regexp_replace(NEW.phone, '[^0-9]', '', 'g'), '^(0033|33)0?', '0') <> OLD.phone_digits THEN
    NEW.phone_at := clock_timestamp();
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER travellers_phone_noted BEFORE UPDATE OF phone ON travellers
  FOR EACH ROW EXECUTE FUNCTION note_phone_at();
