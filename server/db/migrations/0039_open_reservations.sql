-- What is asked of reservations all day, where most of them are over: those that are open, and those of the last days.
CREATE INDEX reservations_open_idx ON reservations (company_id, id DESC) WHERE ended_at IS NULL;
CREATE INDEX reservations_company_id_requested_at_idx ON reservations (company_id, requested_at);
CREATE INDEX reservations_company_id_ended_at_idx ON reservations (company_id, ended_at);
CREATE INDEX reservations_requested_at_idx ON reservations (requested_at);
CREATE INDEX reservations_ended_at_idx ON reservations (ended_at);
CREATE INDEX shown_counts_day_idx ON shown_counts (day);
