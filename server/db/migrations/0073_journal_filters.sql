-- The journal is filtered by noun, day, company and user: a filter that few entries pass must not read all of them.
CREATE INDEX audit_entries_noun_idx ON audit_entries (split_part(action, '.', 1), id);
CREATE INDEX audit_entries_at_idx ON audit_entries (at);
CREATE INDEX audit_entries_company_idx ON audit_entries (company_id, id) WHERE company_id IS NOT NULL;
CREATE INDEX audit_entries_user_idx ON audit_entries (user_id, id) WHERE user_id IS NOT NULL;
CREATE INDEX audit_entries_subject_idx ON audit_entries (subject_user_id, id) WHERE subject_user_id IS NOT NULL;
