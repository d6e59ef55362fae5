-- What the administration's lists read: a form of each name that searches compare, and who set a rate last.

-- One meaning of a search on every floor: this is searchForm of domain/text/search.ts, list by list, so that it
-- depends on no locale (server/db/search.test.ts compares the two). It only calls what PostgreSQL itself brings.
CREATE FUNCTION search_text(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN btrim(regexp_replace(
    replace(replace(replace(replace(
      translate(
        regexp_replace(normalize(value, NFKD), '[\u0300-\u036f\ufe00-\ufe0f]', '', 'g'),
        'ABCDEFGHIJKLMNOPQRSTUVWXYZÆŒØĐŁÞÐĦŊΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏøđðłħıŋς',
        'abcdefghijklmnopqrstuvwxyzæœodlþdhnαβγδεζηθικλμνξοπρστυφχψωабвгдежзийклмнопрстуфхцчшщъыьэюяђєѕіјљњћџoddlhinσ'),
      'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th'),
    '[\u0001-#%-/:-@\[-`{-\u00a1\u00a6-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u02b0-\u02ff\u1680\u2000-\u209f\u2100-\u2bff\u3000-\u303f\ufeff]+',
    ' ', 'g'), ' ');

ALTER TABLE companies ADD COLUMN search text COLLATE "C" NOT NULL GENERATED ALWAYS AS (search_text(name)) STORED;
ALTER TABLE users
  ADD COLUMN search text COLLATE "C" NOT NULL GENERATED ALWAYS AS (search_text(name || ' ' || surname)) STORED,
  ADD COLUMN search_mail text COLLATE "C" NOT NULL GENERATED ALWAYS AS (search_text(mail)) STORED;
CREATE INDEX companies_search_idx ON companies (search, id);
CREATE INDEX fixing_logs_company_id_currency_code_id_idx ON fixing_logs (company_id, currency_code, id DESC);
