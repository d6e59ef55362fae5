-- Lines of the journal that told the address of a bureau are noted too.
ALTER TABLE erasures
  DROP CONSTRAINT erasures_kind_check,
  ADD CONSTRAINT erasures_kind_check CHECK (kind IN ('lead', 'subscription', 'mail', 'user', 'entry'));
