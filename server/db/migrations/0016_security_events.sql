-- Who came in, who did not, and what was refused: append-only, without an address in clear, kept 12 months.
CREATE TABLE security_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz(3) NOT NULL,
  kind text NOT NULL CHECK (kind ~ '^[a-z_]{1,40}$'),
  outcome text NOT NULL CHECK (outcome IN ('success', 'failure', 'refused')),
  -- who did it; null: nobody knows, or the command line
  user_id integer REFERENCES users (id),
  -- whose account it is about
  subject_user_id integer REFERENCES users (id),
  -- HMACs, by a key of SECRET: the address that was typed where no account has it, and the network
  account bytea CHECK (length(account) = 32),
  network bytea CHECK (length(network) = 32),
  -- of a closed list: domain/iam/device.ts
  device text,
  -- the number of a session, which may have ended
  session_id bigint,
  details jsonb NOT NULL DEFAULT '{}',
  -- how often it happened within the minute, and what it is told from the others of that minute by
  count integer NOT NULL DEFAULT 1 CHECK (count > 0),
  bound bytea UNIQUE
);
CREATE INDEX security_events_at_idx ON security_events (at);
CREATE INDEX security_events_kind_id_idx ON security_events (kind, id DESC);
CREATE INDEX security_events_user_id_id_idx ON security_events (user_id, id DESC);
CREATE INDEX security_events_subject_user_id_id_idx ON security_events (subject_user_id, id DESC);
CREATE INDEX security_events_account_idx ON security_events (account) WHERE account IS NOT NULL;

-- What the journal takes besides new lines: one more of the same minute; the erasure of what told of a person; the end
-- of what was kept for 12 months (domain/audience/retention.ts).
CREATE FUNCTION refuse_other_than_count_or_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  forgotten jsonb := '{"account": null, "network": null, "device": null, "session_id": null, "bound": null}';
BEGIN
  IF TG_OP = 'DELETE' THEN
    -- a day less than any 12 months: the moment itself is retention's to say
    IF OLD.at < now() - interval '364 days' THEN RETURN OLD; END IF;
  ELSIF TG_OP = 'UPDATE' THEN
    IF OLD.bound IS NOT NULL AND NEW.count > OLD.count
      AND to_jsonb(NEW) = to_jsonb(OLD) || jsonb_build_object('count', NEW.count) THEN RETURN NEW; END IF;
    IF to_jsonb(NEW) = to_jsonb(OLD) || forgotten AND (
      OLD.account IS NOT NULL
      OR EXISTS (SELECT FROM users WHERE id = coalesce(OLD.user_id, OLD.subject_user_id) AND erased_at IS NOT NULL)
    ) THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END
$$;
CREATE TRIGGER security_events_append_only BEFORE UPDATE OR DELETE ON security_events
  FOR EACH ROW EXECUTE FUNCTION refuse_other_than_count_or_erasure();
CREATE TRIGGER security_events_never_emptied BEFORE TRUNCATE ON security_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- what is let go of in it is noted too
ALTER TABLE erasures
  DROP CONSTRAINT erasures_kind_check,
  ADD CONSTRAINT erasures_kind_check
    CHECK (kind IN ('lead', 'subscription', 'mail', 'user', 'entry', 'security_event'));
