-- Suspension of the company of which the traveller was told: its suspended_at. NULL: of none.
ALTER TABLE reservations ADD COLUMN suspension_told_for timestamptz(3);
