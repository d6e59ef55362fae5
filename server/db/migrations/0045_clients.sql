-- Clients are counted by the index alone, in its order: that of a bureau and a person has when each reservation ended, too. That most
-- pairs of them come once is what PostgreSQL cannot tell from either of both.
CREATE INDEX reservations_traveller_id_company_id_ended_at_idx ON reservations (traveller_id, company_id, ended_at);
DROP INDEX reservations_traveller_id_company_id_idx;
CREATE STATISTICS reservations_clients (ndistinct) ON traveller_id, company_id FROM reservations;
