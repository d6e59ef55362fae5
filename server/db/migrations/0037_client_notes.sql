-- What a bureau writes down of a client: it goes with the person.
CREATE TABLE client_notes (
  company_id integer NOT NULL REFERENCES companies (id),
  traveller_id integer NOT NULL REFERENCES travellers (id) ON DELETE CASCADE,
  note text NOT NULL CHECK (note <> '' AND length(note) <= 500),
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, traveller_id)
);
CREATE INDEX client_notes_traveller_id_idx ON client_notes (traveller_id);
CREATE INDEX reservations_traveller_id_company_id_idx ON reservations (traveller_id, company_id);
