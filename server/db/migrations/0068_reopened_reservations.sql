-- Reservations that a wrong clock has ended may be open again (domain/reservations/states.ts).
CREATE OR REPLACE FUNCTION refuse_disorder() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.state, NEW.state) NOT IN (
    ('requested', 'accepted'), ('requested', 'declined'), ('requested', 'lapsed'), ('requested', 'cancelled'),
    ('accepted', 'ready'), ('accepted', 'cancelled'), ('accepted', 'no_show'),
    ('ready', 'collected'), ('ready', 'cancelled'), ('ready', 'no_show'),
    ('collected', 'ready'), ('no_show', 'collected'),
    ('lapsed', 'requested'), ('no_show', 'accepted'), ('no_show', 'ready')
  ) THEN
    RAISE EXCEPTION 'a reservation does not go from % to %', OLD.state, NEW.state;
  END IF;
  RETURN NEW;
END
$$;
