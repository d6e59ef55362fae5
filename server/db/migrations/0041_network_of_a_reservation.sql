-- From which network an open reservation was asked for, by a keyed sum: what one network holds of a counter's day is bounded.
-- It is forgotten as the reservation ends.
ALTER TABLE reservations ADD COLUMN network bytea CHECK (length(network) = 32);
CREATE INDEX reservations_stock_id_network_idx ON reservations (stock_id, network) WHERE ended_at IS NULL;
