-- Fixings that travellers are not shown before a second person has accepted them.

ALTER TABLE fixings
  -- since when it is held; null: it is compared
  ADD COLUMN held_at timestamptz(3),
  -- who had a hand in the amounts that are held, and so accepts or refuses none of them
  ADD COLUMN held_by integer[] NOT NULL DEFAULT '{}',
  -- what was compared before, which a refusal brings back; both null: nothing was
  ADD COLUMN former_purchase exchange_rate,
  ADD COLUMN former_sale exchange_rate,
  -- when a second person accepted the present amounts, if ever
  ADD COLUMN accepted_at timestamptz(3);
CREATE INDEX fixings_held_at_idx ON fixings (held_at) WHERE held_at IS NOT NULL;

-- What a line was when it was written: held back from comparisons, or the former amounts after a refusal.
ALTER TABLE fixing_logs
  ADD COLUMN is_held boolean NOT NULL DEFAULT false,
  ADD COLUMN is_refusal boolean NOT NULL DEFAULT false;

-- A letter tells of held fixings. Which kinds there are is for the version that writes them to say (server/db/schema.ts).
ALTER TABLE mails
  DROP CONSTRAINT mails_kind_check,
  ADD CONSTRAINT mails_kind_check CHECK (kind ~ '^[a-z_]+$');

-- A database that has its scopes already gets the new one; who holds it is for root to say.
INSERT INTO scopes (scope, label)
SELECT 'fixings.edit.all', 'Accepter ou refuser les taux retenus de tous les bureaux'
WHERE EXISTS (SELECT 1 FROM scopes)
ON CONFLICT DO NOTHING;
