-- Hour of collection of which the traveller was told that the branch is closed then. NULL: nothing was told, or it is open again.
ALTER TABLE reservations ADD COLUMN closure_told_for timestamptz(3);
