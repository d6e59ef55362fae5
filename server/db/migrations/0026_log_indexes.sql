-- Who wrote in a bureau's log, the lines of one person, and those of one batch, without going through all of it.
CREATE INDEX fixing_logs_company_id_user_id_idx ON fixing_logs (company_id, user_id);
CREATE INDEX fixing_logs_user_id_id_idx ON fixing_logs (user_id, id DESC);
CREATE INDEX fixing_logs_batch_id_idx ON fixing_logs (batch_id) WHERE batch_id IS NOT NULL;
