-- Reservations are numbered by company and year, and addressed by a random reference: their ids count those of the whole platform.
CREATE TABLE reservation_numbers (
  company_id integer NOT NULL REFERENCES companies (id),
  year smallint NOT NULL,
  last integer NOT NULL CHECK (last > 0),
  PRIMARY KEY (company_id, year)
);

-- Null until the next migration has numbered the older rows.
ALTER TABLE reservations
  ADD COLUMN reference text CHECK (reference ~ '^[0-9a-f]{32}$'),
  ADD COLUMN year smallint,
  ADD COLUMN number integer CHECK (number > 0);
CREATE UNIQUE INDEX reservations_reference_idx ON reservations (reference);
CREATE UNIQUE INDEX reservations_company_id_year_number_idx ON reservations (company_id, year, number);

-- The older rows take the first numbers.
INSERT INTO reservation_numbers (company_id, year, last)
SELECT reservations.company_id,
  extract(year FROM requested_at AT TIME ZONE coalesce(time_zone, 'Europe/Paris'))::smallint AS year, count(*)
FROM reservations LEFT JOIN branches ON branches.id = branch
GROUP BY 1, 2;

-- Older instances insert without a number, too. A number that is drawn and not used is a gap.
CREATE FUNCTION number_reservation() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  NEW.reference := coalesce(NEW.reference, replace(gen_random_uuid()::text, '-', ''));
  NEW.year := extract(year FROM NEW.requested_at AT TIME ZONE coalesce(
    (SELECT time_zone FROM branches WHERE id = NEW.branch), 'Europe/Paris'));
  INSERT INTO reservation_numbers (company_id, year, last) VALUES (NEW.company_id, NEW.year, 1)
  ON CONFLICT (company_id, year) DO UPDATE SET last = reservation_numbers.last + 1
  RETURNING last INTO NEW.number;
  RETURN NEW;
END
$$;
CREATE TRIGGER reservations_numbered BEFORE INSERT ON reservations
  FOR EACH ROW WHEN (NEW.number IS NULL) EXECUTE FUNCTION number_reservation();
