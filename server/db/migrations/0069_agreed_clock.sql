-- When an instance last found its own clock right by the database's: wrong ones leave the fleet only meanwhile.
ALTER TABLE retention_clock ADD COLUMN agreed_at timestamptz(3);
