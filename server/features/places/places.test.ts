import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { metresBetween } from '#domain/places/distance.ts';
import type { Place } from '#domain/places/place.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { enter, furnishOffice } from '../../testing/office.ts';
import { loadPlaces } from './load-places.ts';

// all communes and airports, as they are packed
let database: TestDatabase;
let server: TestApp;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestApp(database.url, undefined, { RATE_LIMIT: '20' });
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const get = (query: string) => server.app.inject({ url: `/api/public/places?${query}` });
const labels = async (typed: string) =>
  (await get(`q=${encodeURIComponent(typed)}`)).json().map(({ label }: { label: string }) => label);

test.each([
  ['saint den', ['Saint-Denis (974)', 'Saint-Denis (93)']],
  ['St-Denis 93', ['Saint-Denis (93)']],
  ['lyon', ['Lyon (69)', 'Lyon-Saint-Exupéry (LYS)', 'Lyon 3e arrondissement (69)']],
  ['lyon 6', ['Lyon 6e arrondissement (69)', 'Lyon (69)', 'Lyon 3e arrondissement (69)']],
  ['69003', ['Lyon 3e arrondissement (69)', 'Lyon (69)']],
  ['paris 1', ['Paris 15e arrondissement (75)', 'Paris 18e arrondissement (75)']],
  ['marseille 8e', ['Marseille 8e arrondissement (13)']],
  ['cdg', ['Paris-Charles-de-Gaulle (CDG)']],
  ['roissy', ['Paris-Charles-de-Gaulle (CDG)', 'Roissy-en-Brie (77)', 'Roissy-en-France (95)']],
  ['la defense', ['La Défense (92)']],
  ['défense', ['La Défense (92)', 'Esplanade de La Défense (92)']],
  ['paris la defense', ['La Défense (92)', 'Esplanade de La Défense (92)']],
  ['gare de lyon', ['Gare de Lyon (75)', 'La Part-Dieu (69)']],
  ['gare de lyon part dieu', ['La Part-Dieu (69)']],
  ['gare montparnasse', ['Montparnasse (75)']],
  ['place de l’opéra', ['Opéra (75)']],
  ['châtelet', ['Châtelet (75)']],
  ['orly sud', ['Orly Terminal 4 (ORY)']],
  ['chalons sur marne', ['Châlons-sur-Marne (51)']],
  ['puteaux', ['Puteaux (92)', 'La Défense (92)']],
  ['zqxjv', []],
])('among all places, %j finds %j first', async (typed, first) => {
  expect((await labels(typed)).slice(0, first.length)).toEqual(first);
});

test('each other name is found, and belongs to a place near it', () => {
  const places = loadPlaces();
  const lines = readFileSync('content/other-names.tsv', 'utf8').trimEnd().split('\n');
  const names = lines.map((line) => line.split('\t')[0] ?? '');
  expect(names.length).toBeGreaterThan(100);
  expect(new Set(names).size).toBe(names.length);
  for (const line of lines) {
    const [name = '', code = '', lat, lon] = line.split('\t');
    const place = places.byCode(code);
    expect(place, line).not.toBeNull();
    // the widest communes are those of ski resorts, and Aix
    expect(metresBetween(place as Place, { lat: Number(lat), lon: Number(lon) }), line).toBeLessThan(15_000);
    // communes of the same name stand beside it, as Les Halles (69) does
    const found = places.find(name).find((each) => each.code.startsWith(`${code}-`));
    expect(found, line).toMatchObject({ kind: place?.kind, lat: Number(lat), lon: Number(lon) });
  }
});

test('a commune’s centre is marked as such, an airport or a branch never', () => {
  const places = loadPlaces();
  const at = (code: string) => places.byCode(code) as Place;
  expect(['69383', '75056', '97411'].map((code) => places.isCentre(at(code)))).toEqual([true, true, true]);
  expect(places.isCentre(at('LYS'))).toBe(false);
  const { lat, lon } = at('69383');
  expect(places.isCentre({ lat: lat + 0.0002, lon })).toBe(false);
});

test('a place has the data of contract 6, cached by its browser only', async () => {
  const answer = await get('q=st+denis+93');
  expect(answer.json().slice(0, 2)).toEqual([
    expect.objectContaining({ label: 'Saint-Denis (93)' }),
    expect.objectContaining({ label: 'L’Île-Saint-Denis (93)' }),
  ]);
  expect(answer.json()[0]).toEqual({
    kind: 'commune',
    code: '93066',
    label: 'Saint-Denis (93)',
    postcodes: ['93200', '93210', '93380'],
    lat: expect.closeTo(48.93, 1),
    lon: expect.closeTo(2.36, 1),
  });
  expect(answer.headers['cache-control']).toBe('private, max-age=86400');
  expect((await get('code=LYS')).json()).toMatchObject([{ label: 'Lyon-Saint-Exupéry (LYS)' }]);
  expect((await get('code=00000')).json()).toEqual([]);
  expect((await get('')).json()).toEqual([]);
  expect(await labels('a')).toHaveLength(10);
});

test('an invalid search and one beyond the limit are refused in French', async () => {
  for (const query of [`q=${'a'.repeat(101)}`, 'q=%00', 'q=a&q=b', 'code=x', 'code=92062-', 'code=../../x']) {
    const answer = await get(query);
    expect(answer.statusCode, query).toBe(400);
    expect(answer.json()).toEqual({ message: expect.any(String), code: expect.any(String) });
  }
  const remoteAddress = '203.0.113.7';
  const statuses = new Set<number>();
  for (let n = 0; n < 200; n += 1) {
    statuses.add((await server.app.inject({ url: '/api/public/places?q=y', remoteAddress })).statusCode);
  }
  expect([...statuses]).toEqual([200]);
  const refused = await server.app.inject({ url: '/api/public/places?q=y', remoteAddress });
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.headers['cache-control']).toBe('no-store');
});

test('a position finds the nearest commune, not the airport beside it', async () => {
  const near = async (payload: object) =>
    (await server.app.inject({ method: 'POST', url: '/api/public/places/nearest', payload })).json();
  expect(await near({ lat: 45.76, lon: 4.86 })).toMatchObject({
    place: { label: 'Lyon 3e arrondissement (69)' },
  });
  expect(await near({ lat: 45.73, lon: 5.08 })).toMatchObject({ place: { kind: 'commune' } });
  expect(await near({ lat: 40.71, lon: -74.01 })).toEqual({ place: null });
  expect(await near({ lat: 91, lon: 0 })).toMatchObject({ code: 'invalid_body' });
});

test('the office finds the same places, with a session', async () => {
  await furnishOffice(database.db);
  const agent = await enter(server.app, 'agent');
  expect((await agent.get('/api/places?q=st+denis+93')).json()).toEqual((await get('q=st+denis+93')).json());
});

test('no typed text and no position is logged', async () => {
  await get('q=villers-la-typee');
  await get('q=%00villers-la-typee');
  await server.app.inject({
    method: 'POST',
    url: '/api/public/places/nearest',
    payload: { lat: 45.76123, lon: 4.86123 },
  });
  expect(server.logged()).not.toMatch(/villers|typee|45\.76|4\.86/);
});
