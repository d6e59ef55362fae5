-- A hand-over may be undone, and notes that nobody had collected may be handed over later that day.
CREATE OR REPLACE FUNCTION refuse_disorder() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.state, NEW.state) NOT IN (
    ('requested', 'accepted'), ('requested', 'declined'), ('requested', 'lapsed'), ('requested', 'cancelled'),
    ('accepted', 'ready'), ('accepted', 'cancelled'), ('accepted', 'no_show'),
    ('ready', 'collected'), ('ready', 'cancelled'), ('ready', 'no_show'),
    ('collected', 'ready'), ('no_show', 'collected')
  ) THEN
    RAISE EXCEPTION 'a reservation does not go from % to %', OLD.state, NEW.state;
  END IF;
  RETURN NEW;
END
$$;

-- Numbers of undone hand-overs are not given again. A reservation has one bordereau at most that is not here.
CREATE TABLE struck_slips (
  company_id integer NOT NULL,
  number integer NOT NULL,
  at timestamptz(3) NOT NULL,
  reason text NOT NULL CHECK (reason ~ '^[a-z_]+$'),
  PRIMARY KEY (company_id, number),
  FOREIGN KEY (company_id, number) REFERENCES slips (company_id, number)
);
CREATE TRIGGER struck_slips_append_only BEFORE UPDATE OR DELETE ON struck_slips
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER struck_slips_never_emptied BEFORE TRUNCATE ON struck_slips
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE slips DROP CONSTRAINT slips_reservation_id_key;
CREATE INDEX slips_reservation_id_idx ON slips (reservation_id);
CREATE VIEW valid_slips AS
  SELECT slips.* FROM slips WHERE NOT EXISTS (
    SELECT FROM struck_slips WHERE (struck_slips.company_id, struck_slips.number) = (slips.company_id, slips.number)
  );
