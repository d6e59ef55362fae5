-- Reservations of before the last migration take the numbers that it left for them.
UPDATE reservations SET reference = replace(gen_random_uuid()::text, '-', ''), year = numbered.year, number = numbered.number
FROM (
  SELECT id, year, row_number() OVER (PARTITION BY company_id, year ORDER BY id) AS number
  FROM (
    SELECT reservations.id, reservations.company_id,
      extract(year FROM requested_at AT TIME ZONE coalesce(time_zone, 'Europe/Paris'))::smallint AS year
    FROM reservations LEFT JOIN branches ON branches.id = branch
    WHERE number IS NULL
  ) AS past
) AS numbered
WHERE reservations.id = numbered.id;
