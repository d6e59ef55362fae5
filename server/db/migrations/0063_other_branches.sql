-- Of 'moved' to another branch of the company: where it was.
ALTER TABLE reservation_events ADD COLUMN branch_was integer REFERENCES branches (id);
