-- The form in which a bureau's tables were last taken: direction of its rates, sign of decimals, and columns from 0.
CREATE TABLE table_forms (
  company_id integer PRIMARY KEY REFERENCES companies (id) ON DELETE CASCADE,
  unit text NOT NULL CHECK (unit ~ '^[a-z0-9_]+$'),
  decimals text NOT NULL CHECK (decimals ~ '^[a-z]+$'),
  purchase smallint CHECK (purchase >= 0),
  sale smallint CHECK (sale >= 0),
  quantity smallint CHECK (quantity >= 0),
  taken_at timestamptz(3) NOT NULL
);
