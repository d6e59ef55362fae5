-- Sessions that have ended are found by either of their ends; the other index is of 0002.
CREATE INDEX sessions_created_at_idx ON sessions (created_at);
