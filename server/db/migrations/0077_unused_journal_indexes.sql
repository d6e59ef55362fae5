-- The search of the journal reads entries from the newest on, and has never used these: see docs/measurements.md.
DROP INDEX audit_entries_company_idx;
DROP INDEX audit_entries_user_idx;
DROP INDEX audit_entries_subject_idx;
