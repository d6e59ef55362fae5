-- The bordereaux of exchanges that were collected, numbered without a gap by each bureau: the number is given in the
-- transaction that hands over, and who comes at the same time waits for it.
CREATE TABLE slip_numbers (
  company_id integer PRIMARY KEY REFERENCES companies (id),
  last integer NOT NULL CHECK (last > 0)
);

CREATE TABLE slips (
  company_id integer NOT NULL REFERENCES companies (id),
  number integer NOT NULL CHECK (number > 0),
  reservation_id bigint NOT NULL UNIQUE REFERENCES reservations (id),
  at timestamptz(3) NOT NULL,
  -- of the bureau and its counter, as they were then
  name text NOT NULL,
  address text NOT NULL,
  authorisation text NOT NULL,
  PRIMARY KEY (company_id, number)
);
CREATE TRIGGER slips_append_only BEFORE UPDATE OR DELETE ON slips
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER slips_never_emptied BEFORE TRUNCATE ON slips
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
