-- Notes that bureaux took back by the buy-back they promised, numbered without a gap by each like its bordereaux (0035).
CREATE TABLE redemption_numbers (
  company_id integer PRIMARY KEY REFERENCES companies (id),
  last integer NOT NULL CHECK (last > 0)
);

CREATE TABLE redemptions (
  company_id integer NOT NULL REFERENCES companies (id),
  number integer NOT NULL CHECK (number > 0),
  reservation_id bigint NOT NULL REFERENCES reservations (id),
  -- Number of the bordereau that the notes were handed over under.
  slip integer NOT NULL CHECK (slip > 0),
  at timestamptz(3) NOT NULL,
  user_id integer NOT NULL REFERENCES users (id),
  -- Of the company and its branch, on that day.
  name text NOT NULL,
  address text NOT NULL,
  authorisation text NOT NULL,
  branch text NOT NULL,
  rate exchange_rate NOT NULL,
  percent_off numeric(4, 2) NOT NULL CHECK (percent_off BETWEEN 0 AND 50),
  amount numeric(15, 2) NOT NULL CHECK (amount > 0),
  paid numeric(15, 2) NOT NULL CHECK (paid > 0),
  PRIMARY KEY (company_id, number),
  FOREIGN KEY (company_id, slip) REFERENCES slips (company_id, number)
);
CREATE INDEX redemptions_reservation_id_idx ON redemptions (reservation_id);
CREATE TRIGGER redemptions_append_only BEFORE UPDATE OR DELETE ON redemptions
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER redemptions_never_emptied BEFORE TRUNCATE ON redemptions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Notes that came back were handed over.
CREATE FUNCTION refuse_after_redemption() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM redemptions WHERE reservation_id = OLD.id) THEN
    RAISE EXCEPTION 'a reservation whose notes came back stays handed over';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER reservations_redeemed BEFORE UPDATE ON reservations
  FOR EACH ROW WHEN (OLD.state = 'collected' AND NEW.state <> 'collected') EXECUTE FUNCTION refuse_after_redemption();
