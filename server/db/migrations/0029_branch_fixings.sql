-- What a branch that has a sheet of its own applies: as fixings, in a table of its own, since what ran before takes each row
-- of fixings for its company's.
CREATE TABLE branch_fixings (
  company_id integer NOT NULL REFERENCES companies (id),
  branch integer NOT NULL REFERENCES branches (id),
  currency_code text NOT NULL REFERENCES currencies (code),
  purchase exchange_rate,
  sale exchange_rate,
  updated_at timestamptz(3) NOT NULL,
  held_at timestamptz(3),
  held_by integer[] NOT NULL DEFAULT '{}',
  former_purchase exchange_rate,
  former_sale exchange_rate,
  accepted_at timestamptz(3),
  is_purchase_suspended boolean NOT NULL DEFAULT false,
  is_sale_suspended boolean NOT NULL DEFAULT false,
  purchase_suspended_until timestamptz(3),
  sale_suspended_until timestamptz(3),
  PRIMARY KEY (branch, currency_code),
  CHECK (purchase IS NOT NULL OR sale IS NOT NULL)
);
CREATE INDEX branch_fixings_company_id_idx ON branch_fixings (company_id);
CREATE INDEX branch_fixings_held_at_idx ON branch_fixings (held_at) WHERE held_at IS NOT NULL;
CREATE INDEX branch_fixings_purchase_suspended_until_idx ON branch_fixings (purchase_suspended_until)
  WHERE purchase_suspended_until IS NOT NULL;
CREATE INDEX branch_fixings_sale_suspended_until_idx ON branch_fixings (sale_suspended_until)
  WHERE sale_suspended_until IS NOT NULL;

-- A branch is of its company: who follows the log reads that one again, with all that its branches fixed.
CREATE TRIGGER branch_fixings_inserted AFTER INSERT ON branch_fixings REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_branches();
CREATE TRIGGER branch_fixings_updated AFTER UPDATE ON branch_fixings REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_branches();
CREATE TRIGGER branch_fixings_deleted AFTER DELETE ON branch_fixings REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_branches();
