-- Accounts of one person, by mailbox and telephone, share what one person may reserve.

-- The mailbox without what follows a plus sign in its name.
ALTER TABLE travellers ADD COLUMN mailbox text NOT NULL GENERATED ALWAYS AS (
  lower(regexp_replace(email, '\+[^@]*@', '@'))
) STORED;
-- The digits alone, the French prefix as a 0.
ALTER TABLE travellers ADD COLUMN phone_digits text NOT NULL GENERATED ALWAYS AS (
  regexp_replace(regexp_replace(phone, '[^0-9]', '', 'g'), '^(0033|33)0?', '0')
) STORED;
CREATE INDEX travellers_mailbox_idx ON travellers (mailbox);
CREATE INDEX travellers_phone_digits_idx ON travellers (phone_digits) WHERE phone_digits <> '';

-- Open reservations of newcomers are bounded by network and company, no longer by network and stock.
DROP INDEX reservations_stock_id_network_idx;
CREATE INDEX reservations_network_idx ON reservations (network, company_id) WHERE ended_at IS NULL;
