import { sql } from 'kysely';
import type { Db } from '../server/db/open.ts';
import { seedArticles } from '../server/seed/articles.ts';
import { readMidRates, readPastRates, shiftAlike, shiftToToday } from '../server/seed/mid-rates.ts';
import { insertReference } from '../server/seed/reference.ts';

const OFFER_DAYS = 40;

/**
 * Fourteen bureaux without a mark of the demonstration: branches in three cities and an airport, every currency fixed today,
 * real mid rates of two years with a source of their own, and offers of the last days by area.
 */
export async function fillTown(db: Db): Promise<void> {
  await insertReference(db);
  await seedArticles(db);
  await addMidRates(db);
  await sql`
    INSERT INTO companies (name, logo, site, is_partner)
    SELECT name, 'default', 'https://www.' || lower(name) || '.fr', n % 4 = 0
    FROM unnest(ARRAY['Astrolabe', 'Boussole', 'Caravelle', 'Dauphine', 'Estampe', 'Florin', 'Galion', 'Havre', 'Isthme',
      'Jonque', 'Kayak', 'Lagune', 'Mistral', 'Nacelle']) WITH ORDINALITY AS named (name, n)`.execute(db);
  await sql`
    INSERT INTO branches (company_id, name, kind, address, city, postcode, commune, lat, lon, phone, hours, rates, percent)
    SELECT id, place.name, place.kind, id || ' ' || street, city, postcode, commune, lat + id * 0.002, lon + id * 0.001,
      '01 99 00 00 00', 'Mo-Sa 09:00-19:00', CASE WHEN kind = 'airport' THEN 'percent' ELSE 'company' END,
      CASE WHEN kind = 'airport' THEN -9 END
    FROM companies CROSS JOIN (VALUES
      ('Bellecour', 'street', 'place Bellecour', 'Lyon', '69002', '69382', 45.7578, 4.832, 1),
      ('Saint-Exupéry', 'airport', 'Aéroport Lyon-Saint-Exupéry', 'Colombier-Saugnieu', '69125', '69299', 45.7209, 5.0797, 3),
      ('Opéra', 'street', 'rue Scribe', 'Paris', '75009', '75109', 48.8617, 2.3304, 1),
      ('Vieux-Port', 'street', 'quai du Port', 'Marseille', '13002', '13202', 43.2863, 5.3696, 2)
    ) AS place (name, kind, street, city, postcode, commune, lat, lon, every) WHERE id % every = 0`.execute(
    db,
  );
  await sql`
    INSERT INTO fixings (company_id, currency_code, purchase, sale, updated_at)
    SELECT companies.id, code, round(rate * (1.005 + margin), digits), round(rate * (0.995 - margin), digits),
      now() - companies.id * interval '11 minutes'
    FROM companies
    CROSS JOIN (SELECT DISTINCT ON (currency_code) currency_code AS code, rate, greatest(0, 4 - floor(log(rate)))::int AS digits
      FROM mid_rates ORDER BY currency_code, at DESC) AS mid
    CROSS JOIN LATERAL (SELECT (companies.id * 7919 % 850) / 10000.0 AS margin) AS drawn`.execute(db);
  await addOffers(db);
}

async function addMidRates(db: Db): Promise<void> {
  const recent = shiftToToday(await readMidRates(), new Date());
  const [oldest] = recent;
  if (!oldest) return;
  for (const { at, rates } of [...shiftAlike(await readPastRates(), oldest), ...recent]) {
    await sql`
      INSERT INTO mid_rates (currency_code, at, rate, source)
      SELECT code, ${at}, rate, 'Banque centrale européenne'
      FROM unnest(${[...rates.keys()]}::text[], ${[...rates.values()].map(String)}::numeric[]) AS read (code, rate)
      WHERE code IN (SELECT code FROM currencies)`.execute(db);
  }
}

async function addOffers(db: Db): Promise<void> {
  await sql`
    INSERT INTO daily_offers (currency_code, area, day, best_sale, median_sale, sales, best_purchase, median_purchase, purchases)
    SELECT currency_code, area, current_date - n, rate * (0.99 - off), rate * (0.95 - off), 14, rate * (1.01 + off),
      rate * (1.05 + off), 14
    FROM (SELECT DISTINCT ON (currency_code) currency_code, rate FROM mid_rates ORDER BY currency_code, at DESC) AS mid
    CROSS JOIN generate_series(1, ${OFFER_DAYS}::int) AS n
    CROSS JOIN (VALUES ('', 0), ('69', 0.002), ('75', 0.001), ('13', 0.004), ('LYS', 0.09)) AS areas (area, off)`.execute(
    db,
  );
}
