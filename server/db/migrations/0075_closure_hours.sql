-- Hours of a closure on the branch's clock. NULL: from the first opening of the first day, to the last of the last day.
ALTER TABLE branch_closures
  ADD COLUMN from_time time(0),
  ADD COLUMN to_time time(0),
  ADD CHECK (to_time IS NULL OR from_time IS NULL OR from_day + from_time < to_day + to_time);
