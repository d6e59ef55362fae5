-- Every reservation has its reference and its number.
ALTER TABLE reservations
  ALTER COLUMN reference SET NOT NULL,
  ALTER COLUMN year SET NOT NULL,
  ALTER COLUMN number SET NOT NULL;
