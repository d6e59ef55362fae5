-- What the demonstration's seed wrote: a digest of the row as it was then, so that a later edit shows. NULL: of people.
ALTER TABLE companies ADD COLUMN seeded text;
ALTER TABLE users ADD COLUMN seeded text;
ALTER TABLE articles ADD COLUMN seeded text;

CREATE FUNCTION seeded_digest(company companies) RETURNS text LANGUAGE sql IMMUTABLE RETURN
  md5(jsonb_build_array(company.name, company.site, company.phone, company.email, company.authorisation,
    company.is_partner, company.fees, company.charges_fees, company.logo)::text);
CREATE FUNCTION seeded_digest(person users) RETURNS text LANGUAGE sql IMMUTABLE RETURN
  md5(jsonb_build_array(person.company_id, person.mail, person.name, person.surname, person.phone, person.img,
    person.status)::text);
CREATE FUNCTION seeded_digest(article articles) RETURNS text LANGUAGE sql IMMUTABLE RETURN
  md5(jsonb_build_array(article.title, article.topic, article.description, article.descriptions, article.content,
    article.image)::text);

-- Demonstrations that are there already, told by numbers and names that nobody else can have.
UPDATE companies SET seeded = seeded_digest(companies)
WHERE authorisation ~ '^990(0[1-9]|1[0-4])$' AND site ~ '^https://www\.[a-z-]+\.example$';
UPDATE users SET seeded = seeded_digest(users)
WHERE EXISTS (SELECT FROM companies WHERE seeded IS NOT NULL) AND erased_at IS NULL AND (
  mail IN ('agent@parite.example', 'agent2@parite.example', 'admin@parite.example', 'root@parite.example',
    'nouveau@parite.example')
  OR EXISTS (SELECT FROM companies WHERE companies.id = company_id AND seeded IS NOT NULL
    AND split_part(mail, '@', 2) = substring(site FROM '^https://www\.(.*)$')));
UPDATE articles SET seeded = seeded_digest(articles)
WHERE EXISTS (SELECT FROM companies WHERE companies.seeded IS NOT NULL) AND id IN ('billets-retires',
  'bureau-d-aeroport', 'carte-ou-especes', 'commission-ou-marge', 'conversion-dynamique', 'declarer-10000-euros',
  'devises-non-convertibles', 'lire-un-tableau-de-taux', 'rachat-de-devises', 'taux-intermediaire');
