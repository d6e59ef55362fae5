-- Addresses in one spelling, staff who left, the erasures that outlive a restoration, and the clock of retention.

-- domain/audience/email.ts; lower(...) is unique already where an address must be
UPDATE users SET mail = lower(mail) WHERE mail <> lower(mail);
UPDATE companies SET email = lower(email) WHERE email <> lower(email);
UPDATE leads SET email = lower(email) WHERE email <> '' AND email <> lower(email);
UPDATE subscriptions SET email = lower(email) WHERE email <> lower(email);
UPDATE mails SET recipient = lower(recipient) WHERE recipient <> lower(recipient);

-- Not null: the person is gone from the row, and what refers to it keeps a pseudonym. There is no way back.
ALTER TABLE users
  ADD COLUMN erased_at timestamptz(3),
  ADD CHECK (erased_at IS NULL OR (suspended_at IS NOT NULL AND password_hash IS NULL));
CREATE INDEX users_suspended_at_idx ON users (suspended_at) WHERE erased_at IS NULL;

-- The one change that the journal takes: what it says of a person goes, once that person is erased, or the address
-- of a bureau; all else of the line stays as it was written.
CREATE FUNCTION refuse_other_than_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  personal text[] := '{email}';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD.subject_user_id IS NOT NULL THEN
      personal := CASE
        WHEN EXISTS (SELECT FROM users WHERE id = OLD.subject_user_id AND erased_at IS NOT NULL)
        THEN '{mail,name,surname,phone}' ELSE '{}' END;
    END IF;
    IF to_jsonb(NEW) = to_jsonb(OLD) || jsonb_build_object('changes', OLD.changes - personal) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END
$$;
DROP TRIGGER audit_entries_append_only ON audit_entries;
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_other_than_erasure();

-- What a person had erased, by row and without the person: a backup that is older brings it back, and is then told
-- to let go of it again. `row_at`: when the row was made; a database that counts anew has other rows of that number.
CREATE TABLE erasures (
  kind text NOT NULL CHECK (kind IN ('lead', 'subscription', 'mail', 'user')),
  row_id bigint NOT NULL,
  row_at timestamptz(3) NOT NULL,
  at timestamptz(3) NOT NULL,
  PRIMARY KEY (kind, row_id, row_at)
);
CREATE TRIGGER erasures_append_only BEFORE UPDATE OR DELETE ON erasures
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER erasures_never_emptied BEFORE TRUNCATE ON erasures
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- One row: how far the clock that retention erases by was believed (domain/audience/clock.ts).
CREATE TABLE retention_clock (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  believed_at timestamptz(3) NOT NULL,
  -- since when it stands too far from that to be believed, and where it was seen last
  doubted_since timestamptz(3),
  doubted_at timestamptz(3),
  CHECK ((doubted_since IS NULL) = (doubted_at IS NULL))
);
-- a database that has lived was last written to when its clock was right
INSERT INTO retention_clock (believed_at)
SELECT newest FROM (
  SELECT greatest(
    (SELECT max(at) FROM leads), (SELECT max(at) FROM subscriptions), (SELECT max(created_at) FROM mails),
    (SELECT max(at) FROM fixing_logs), (SELECT max(at) FROM audit_entries), (SELECT max(last_used_at) FROM sessions)
  ) AS newest
) AS written
WHERE newest IS NOT NULL;
