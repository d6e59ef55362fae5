import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatAmount } from '#domain/money/format.ts';
import { parisDay } from '#domain/pages/format-fixed.ts';
import { readConfig } from '../../config.ts';
import { openRenderer } from '../../http/renderer.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { TestDatabase } from '../../testing/database.ts';
import { createSeededDatabase } from '../../testing/seeded.ts';

// needs dist/site and dist/render, which `npm test` builds
const startedAt = new Date();
const DAY = 24 * 60 * 60_000;
const OLD = 'THB';
let database: TestDatabase;
let server: TestApp;

beforeAll(async () => {
  database = await createSeededDatabase();
  for (const table of ['fixings', 'branch_fixings'] as const)
    await database.db
      .updateTable(table)
      .set({ updated_at: new Date(startedAt.getTime() - 3 * DAY) })
      .where('currency_code', '=', OLD)
      .execute();
  await database.db
    .deleteFrom('mid_rates')
    .where('currency_code', '=', OLD)
    .where('at', '>', new Date(startedAt.getTime() - 4 * DAY))
    .execute();
  server = await startTestApp(database.url, () => startedAt, { DEMO: 'off' });
  await Promise.all([server.book.loaded, server.blog.loaded]);
});

afterAll(async () => {
  await server.close();
  await database.close();
});

const read = async (url: string) =>
  (await server.app.inject({ url, headers: { host: 'localhost', accept: 'text/html' } })).body;
const textOf = (html: string) =>
  html
    .replace(/<script.*?<\/script>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');

async function compare(offer: { currency: string; amount: number }, wish: string) {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/public/offers',
    headers: { host: 'localhost' },
    payload: { offer, wish: { currency: wish } },
  });
  return answer.json<{ offers: { co_offer: { amount: number }; company: { name: string } }[] }>().offers;
}

test('the page of a currency says what € 500 is, with amounts both ways at the best rate', async () => {
  const body = await read('/devises/dollar-americain');
  const [best] = await compare({ currency: 'EUR', amount: 500 }, 'USD');
  expect(textOf(body)).toContain(`= ${formatAmount('USD', Math.round((best?.co_offer.amount ?? 0) * 100))}`);
  const tables = [...body.matchAll(/<table class="AmountTable_table .*?<\/table>/gs)].map(([table]) => table);
  expect(tables).toHaveLength(2);
  for (const amount of [20, 100, 2_000]) {
    const [first] = await compare({ currency: 'EUR', amount }, 'USD');
    const received = formatAmount('USD', Math.round((first?.co_offer.amount ?? 0) * 100));
    expect(tables[0]).toContain(`href="/comparer/${amount}-eur-usd"`);
    expect(tables[0]).toContain(`<td>${received}</td>`);
  }
  expect(textOf(tables[1] ?? '')).toMatch(/\$\s100\s+€\s\d/);
});

test('it has the notes in use, where to change, what to read and the form filled in', async () => {
  const body = await read('/devises/dollar-americain');
  const text = textOf(body);
  for (const title of ['Les billets', 'Où changer', 'À lire avant de partir']) expect(text).toContain(title);
  expect(text).toMatch(/Billets en circulation\s:\s\$\s1,/);
  expect(body).toMatch(/<option value="USD" selected="">/);
  expect(body).toMatch(/<input id="montant"[^>]* value="500"/);
  expect(textOf(await read('/devises/dinar-tunisien'))).toContain(
    'Cette monnaie sort peu ou pas de son pays',
  );
});

test.each(['/comparer/1-eur-usd', '/comparer/10000000-eur-usd'])('%s is within the contract', async (url) => {
  const answer = await server.app.inject({ url, headers: { host: 'localhost' } });
  expect(answer.statusCode).toBe(200);
});

test('the sitemap dates a page by what changed on it', async () => {
  const xml = await read('/sitemap-devises.xml');
  const dayOf = (slug: string) => new RegExp(`/devises/${slug}</loc><lastmod>([^<]*)<`).exec(xml)?.[1];
  expect(dayOf('dollar-americain')).toBe(parisDay(startedAt.getTime()));
  expect(dayOf('baht-thailandais')).toBe(parisDay(startedAt.getTime() - 3 * DAY));
});

test('no page has questions and answers for machines, each names its picture by an absolute address', async () => {
  for (const url of [
    '/devises/dollar-americain',
    '/bureaux/aerochange',
    '/change/lyon-69',
    '/methode',
    '/blog',
  ]) {
    const body = await read(url);
    expect(body).not.toContain('FAQPage');
    expect(body).toMatch(
      /<meta property="og:image" content="http:\/\/localhost:3000\/partage\/[a-z0-9/-]+\.png"/,
    );
    expect(body).toContain('<meta property="og:image:width" content="1200"/>');
  }
});

test('a shared picture says the amount, the bureaux and the day', async () => {
  const renderer = await openRenderer(readConfig({ DATABASE_URL: database.url, SECRET: 'x'.repeat(40) }));
  const offer = { company: { name: 'A', slug: 'a', isPartner: false }, branch: null, metres: null };
  const rate = { units: 11316, scale: 4 };
  const offers = [{ ...offer, rate, received: 565_80, costs: 0, fixedAt: 0, isFresh: true }];
  const [base, currency] = [
    { code: 'EUR', label: 'euro' },
    { code: 'USD', label: 'dollar des États-Unis' },
  ];
  const words = renderer?.describePicture({
    path: '/comparer/500-eur-usd',
    isIndexed: true,
    today: '2026-11-21',
    view: {
      kind: 'comparison',
      side: 'buy',
      base,
      currency,
      midRate: { rate, at: '2026-11-21', source: 'x', isOld: false },
      result: { from: base, to: currency, amount: 500_00, worth: 569_50, offers, total: 14 },
      place: null,
      nearest: [],
      currencies: [currency],
    },
  });
  expect(words).toEqual({
    over: 'Dollar des États-Unis',
    title: '€\u00a0500 = $\u00a0565,80',
    under: '14\u00a0bureaux, 21\u00a0nov.',
  });
});

test('icons of each size are there, one of them maskable, and every page names them', async () => {
  const folder = path.resolve('dist/site');
  const manifest = JSON.parse(await readFile(path.join(folder, 'manifest.webmanifest'), 'utf8'));
  expect(manifest).toMatchObject({ lang: 'fr', start_url: '/' });
  expect(manifest.icons).toContainEqual(expect.objectContaining({ sizes: '512x512', purpose: 'maskable' }));
  const icons = { 'apple-touch-icon.png': 180, 'icon-192.png': 192, 'icon-512.png': 512 };
  for (const [file, size] of Object.entries(icons))
    expect(await sharp(path.join(folder, file)).metadata()).toMatchObject({ width: size, height: size });
  // bytes 6 and 7: width and height
  const ico = await readFile(path.join(folder, 'favicon.ico'));
  expect([ico[6], ico[7]]).toEqual([32, 32]);
  for (const url of ['/', '/devises/dollar-americain']) {
    const body = await read(url);
    for (const file of ['favicon.ico', 'favicon.svg', 'apple-touch-icon.png', 'manifest.webmanifest'])
      expect(body, `${url} ${file}`).toContain(`href="/${file}"`);
  }
});
