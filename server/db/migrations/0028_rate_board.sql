-- What a bureau asks beside its rate, in its words: a board says it. One that charges beside its rate is not compared.
ALTER TABLE companies
  ADD COLUMN fees text NOT NULL DEFAULT '' CHECK (length(fees) <= 300),
  ADD COLUMN charges_fees boolean NOT NULL DEFAULT false;

-- The board that a counter posts its rates on, on paper and on a screen.
CREATE TABLE boards (
  company_id integer NOT NULL REFERENCES companies (id),
  branch integer,
  address text NOT NULL DEFAULT '' CHECK (length(address) <= 200),
  -- currencies of the sheet that are not posted
  left_out text[] NOT NULL DEFAULT '{}',
  -- of the secret in the address of the screen; null: it has none
  secret_hash bytea UNIQUE CHECK (length(secret_hash) = 32),
  screen_made_at timestamptz(3),
  CHECK ((secret_hash IS NULL) = (screen_made_at IS NULL)),
  UNIQUE NULLS NOT DISTINCT (company_id, branch)
);

-- Screens that are open hear of it on every instance, as of the bureau's rates.
CREATE FUNCTION note_boards() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM note_changes(jsonb_build_array(NEW.company_id::text));
  RETURN NULL;
END
$$;
CREATE TRIGGER boards_changed AFTER INSERT OR UPDATE ON boards FOR EACH ROW EXECUTE FUNCTION note_boards();
