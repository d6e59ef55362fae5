-- Bureaux and users are administered: suspended, given a logo, and every act is written down.

-- A suspended bureau is compared no more; a suspended user logs in no more. Null: at work.
ALTER TABLE companies ADD COLUMN suspended_at timestamptz(3);
ALTER TABLE users ADD COLUMN suspended_at timestamptz(3);

-- A bureau without a logo of its own shows the one that stands for none, as others do.
ALTER TABLE companies ALTER COLUMN logo SET DEFAULT 'default';
ALTER TABLE companies DROP CONSTRAINT companies_logo_key;
CREATE UNIQUE INDEX companies_logo_key ON companies (logo) WHERE logo <> 'default';

-- A logo that was uploaded, where every instance finds it. Its name holds a hash of its bytes, so that a
-- name never changes its picture; companies.logo names it, or a file of content/images.
CREATE TABLE company_logos (
  logo text PRIMARY KEY CHECK (logo ~ '^[a-z0-9-]+$'),
  png bytea NOT NULL CHECK (length(png) BETWEEN 1 AND 262144),
  created_at timestamptz(3) NOT NULL
);

-- Who did what to which bureau or user. `user_id` null: by the command line. Append-only, like fixing_logs.
CREATE TABLE audit_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz(3) NOT NULL,
  user_id integer REFERENCES users (id),
  action text NOT NULL CHECK (action ~ '^[a-z]+[.][a-z_]+$'),
  company_id integer REFERENCES companies (id),
  subject_user_id integer REFERENCES users (id),
  -- what changed: { "<field>": [before, after] }
  changes jsonb NOT NULL DEFAULT '{}'
);
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_entries_never_emptied BEFORE TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A database that has its scopes already gets the new ones, and its administrators hold them. An empty one
-- gets them all at start (server/db/reference.ts).
INSERT INTO scopes (scope, label)
SELECT new.scope, new.label
FROM (VALUES
  ('companies.edit.all', 'Ajouter, modifier et suspendre les bureaux'),
  ('iam.users.edit.all', 'Inviter, modifier et suspendre les utilisateurs'),
  ('audit.list.all', 'Voir le journal des actions'),
  ('feeds.list.all', 'Voir l’état du flux des taux')
) AS new (scope, label)
WHERE EXISTS (SELECT 1 FROM scopes)
ON CONFLICT DO NOTHING;

INSERT INTO user_scopes (user_id, scope)
SELECT held.user_id, scopes.scope
FROM user_scopes AS held, scopes
WHERE held.scope = 'iam.*.list.all'
  AND scopes.scope IN ('companies.edit.all', 'iam.users.edit.all', 'audit.list.all', 'feeds.list.all')
ON CONFLICT DO NOTHING;
