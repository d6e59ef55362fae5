-- By this one too clients are counted by the index alone, and of each it says at once which reservation is the newest.
CREATE INDEX reservations_traveller_id_company_id_id_idx ON reservations (traveller_id, company_id, id) INCLUDE (ended_at);
DROP INDEX reservations_traveller_id_company_id_ended_at_idx;
