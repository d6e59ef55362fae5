import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayAfter } from '#domain/branches/open-state.ts';
import { currencyPath, historyFilePath } from '#domain/pages/address.ts';
import { parisDay } from '#domain/pages/format-fixed.ts';
import { readMidRates, seedMidRates, shiftToToday } from '../../seed/mid-rates.ts';
import { seedPast } from '../../seed/past-rates.ts';
import { insertReference } from '../../seed/reference.ts';
import { seedDemo } from '../../seed/seed.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { openRelay } from '../../testing/relay.ts';

// the day after that of the files, so that nothing is shifted
const seededAt = new Date('2026-09-26T09:00:00Z');
let database: TestDatabase;
let server: TestApp;

beforeAll(async () => {
  database = await createTestDatabase();
  await seedDemo(database.db, { now: seededAt, demoPassword: 'parite-demo-2026' });
  await seedPast(database.db, seededAt);
  server = await startTestApp(database.url, () => seededAt, { DEMO: 'off' });
  await Promise.all([server.book.loaded, server.blog.loaded]);
});

afterAll(async () => {
  await server.close();
  await database.close();
});

async function get(url: string, { app } = server, remoteAddress = '192.0.2.1') {
  return app.inject({ url, remoteAddress, headers: { host: 'localhost', accept: 'text/html' } });
}
const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ');

describe('the chart of a currency', () => {
  test.each([
    '/devises/dollar-americain',
    '/devises/yen-japonais/vendre',
    '/devises/riyal-iranien',
  ])('%s draws the mid rate and the best offer of three periods, each with its table', async (path) => {
    const titles = new Set<string>();
    for (const [query, name, days, rows] of [
      ['', '30 jours', 30, 30],
      ['?periode=6-mois', '6 mois', 183, 26],
      ['?periode=1-an', '1 an', 365, 30],
    ] as const) {
      const { statusCode, body, headers } = await get(`${path}${query}`);
      expect([statusCode, headers['x-robots-tag']]).toEqual([200, undefined]);
      expect(body).toContain(
        `<h2 class="${/class="([^"]*)">Le cours/.exec(body)?.[1]}">Le cours sur ${name}</h2>`,
      );
      expect(body).toMatch(
        /<svg[^>]* role="img" aria-labelledby="cours-titre" aria-describedby="cours-resume">/,
      );
      expect(body).toMatch(
        /<title id="cours-titre">Cours de l’euro en [^<]+<\/title><desc id="cours-resume">Du /,
      );
      expect(textOf(body)).toContain('Plus haut');
      expect(textOf(body)).toMatch(new RegExp(`\\d+ jours connus sur ${days}\\.`));
      const table = /<details.*?<\/details>/s.exec(body)?.[0] ?? '';
      expect(table.match(/<th scope="row">/g)?.length).toBeGreaterThanOrEqual(query === '' ? 28 : 20);
      expect(table.match(/<th scope="row">/g)?.length).toBeLessThanOrEqual(query === '' ? rows : 53);
      expect(body).not.toMatch(/ style="|NaN|undefined/);
      expect(body).toContain(`rel="canonical" href="http://localhost:3000${path}"`);
      titles.add(/<title>([^<]*)/.exec(body)?.[1] ?? '');
    }
    expect(titles.size).toBe(3);
  });

  test('an unknown period is the first one', async () => {
    const [usual, unknown] = [
      await get('/devises/yen-japonais'),
      await get('/devises/yen-japonais?periode=dix-ans'),
    ];
    expect(unknown.headers.etag).toBe(usual.headers.etag);
  });

  test('excluded values are named, with the source of those that a source denies', async () => {
    const outlier = textOf((await get(`${currencyPath('MNT')}?periode=1-an`)).body);
    expect(outlier).toContain(
      'Valeur écartée le 1er novembre 2025 (0,8006) : elle est à plus de 20 % des jours voisins',
    );
    const { body } = await get(`${currencyPath('SYP')}?periode=1-an`);
    expect(textOf(body)).toContain(
      'Valeurs écartées du 13 janvier au 20 juillet (23 jours) : cours en nouvelles livres',
    );
    expect(body).toMatch(/<a href="https:\/\/[^"]+" rel="noreferrer">source<\/a>/);
    expect(textOf(body)).toContain('aucun cours connu');
    const iran = textOf((await get(`${currencyPath('IRR')}?periode=1-an`)).body);
    expect(iran).toContain('Valeurs écartées du 4 octobre 2025 au 6 janvier (9 jours)');
    expect(iran).not.toContain('Rupture');
  });

  test('a level that stays is a break', async () => {
    const { body } = await get(`${currencyPath('BOB')}?periode=1-an`);
    expect(textOf(body)).toContain(
      'Rupture le 10 juillet : le taux intermédiaire passe de 7,9059 à 11,3498.',
    );
    expect(body).toContain('>rupture</text>');
  });

  test('no page of a currency is too large', async () => {
    const list = (await get('/api/public/currencies')).json<{ code: string }[]>().slice(1);
    for (const { code } of list) {
      const { body } = await get(`${currencyPath(code)}?periode=1-an`);
      expect([code, body.length < 100_000]).toEqual([code, true]);
      expect(body).not.toContain('NaN');
    }
    const compressed = await server.app.inject({
      url: '/devises/dollar-americain?periode=1-an',
      headers: { host: 'localhost', accept: 'text/html', 'accept-encoding': 'br' },
    });
    expect(compressed.rawPayload.length).toBeLessThan(20_000);
  });
});

describe('the file of every day', () => {
  test('has a line for each known day, marks excluded ones, and is in no index', async () => {
    const { statusCode, headers, body } = await get(historyFilePath('MNT'));
    expect([statusCode, headers['content-type'], headers['x-robots-tag']]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'noindex',
    ]);
    expect(headers['content-disposition']).toBe('attachment; filename="tugrik-mongol.csv"');
    const lines = body.trimEnd().split('\r\n');
    expect(lines).toHaveLength(105);
    expect(lines.filter((line) => line.includes('écarté')).map((line) => line.slice(0, 10))).toEqual([
      '2024-06-10',
      '2025-11-01',
    ]);
    expect(lines[1]).toMatch(/^2024-03-02;2024-03-02;\d+,\d+;;;;;;;démonstration$/);
    expect(lines.at(-2)).toMatch(/^2026-09-25;2026-09-25;(\d+,\d+;){3}\d+;/);
  });

  test.each([
    '/devises/euro/historique.csv',
    '/devises/ducat/historique.csv',
  ])('%s does not exist', async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  });

  test('is bounded by network where it is read, and cached then', async () => {
    const list = (await get('/api/public/currencies')).json<{ code: string }[]>().slice(1);
    const ask = async (code: string) => (await get(historyFilePath(code), server, '203.0.113.9')).statusCode;
    const statuses = await Promise.all(list.slice(0, 130).map(({ code }) => ask(code)));
    expect([...new Set(statuses)].sort()).toEqual([200, 429]);
    const read = list[statuses.indexOf(200)]?.code ?? '';
    for (let i = 0; i < 3; i += 1) expect(await ask(read)).toBe(200);
  });
});

test('a demonstration of another day says by how much its days are shifted', async () => {
  const other = await createTestDatabase();
  const at = new Date('2026-11-20T09:00:00Z');
  await insertReference(other.db);
  await seedMidRates(other.db, shiftToToday(await readMidRates(), at));
  await seedPast(other.db, at);
  const shifted = await startTestApp(other.url, () => at, { DEMO: 'on' });
  await shifted.book.loaded;
  const { body } = await get(`${currencyPath('MNT')}?periode=1-an`, shifted);
  expect(textOf(body)).toContain('Démonstration : ces cours ont existé 55 jours plus tôt');
  expect(textOf(body)).toContain('Valeur écartée le 26 décembre 2025 (0,8006)');
  const syrian = textOf((await get(`${currencyPath('SYP')}?periode=1-an`, shifted)).body);
  expect(syrian).toContain(`Valeurs écartées du 9 mars au 13 septembre (23 jours)`);
  await shifted.close();
  await other.close();
});

test('a new day of offers is another page, and without the database the last one stays', async () => {
  const relay = await openRelay(database.url);
  const alone = await startTestApp(relay.url, () => seededAt);
  await alone.book.loaded;
  expect((await get('/devises/livre-sterling', alone)).body).not.toContain('0,0123');
  const day = dayAfter(parisDay(seededAt.getTime()), -1);
  await database.db
    .updateTable('daily_offers')
    .set({ best_sale: '0.0123' })
    .where('currency_code', '=', 'GBP')
    .where('day', '=', day)
    .execute();
  await database.db
    .insertInto('offer_days')
    .values({ day: dayAfter(day) })
    .execute();
  await expect.poll(async () => (await get('/devises/livre-sterling', alone)).body).toContain('0,0123');
  const file = () => get(historyFilePath('GBP'), alone);
  expect((await file()).body).toContain(';0,0123;');
  await relay.cut();
  expect((await get('/devises/livre-sterling', alone)).body).toContain('0,0123');
  expect((await file()).body).toContain(';0,0123;');
  expect((await get('/devises/livre-sterling/vendre', alone)).statusCode).toBe(200);
  await alone.close();
  await relay.close();
});
