import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { TestDatabase } from '../../testing/database.ts';
import { createSeededDatabase } from '../../testing/seeded.ts';

let database: TestDatabase;
let server: TestApp;

beforeAll(async () => {
  database = await createSeededDatabase();
  server = await startTestApp(database.url);
  await Promise.all([server.book.loaded, server.blog.loaded]);
});

afterAll(async () => {
  await server.close();
  await database.close();
});

const get = (url: string, remoteAddress = '127.0.0.1') =>
  server.app.inject({ url, remoteAddress, headers: { host: 'localhost', accept: '*/*' } });

const pictureOf = async (url: string) =>
  /<meta property="og:image" content="([^"]*)"/.exec((await get(url)).body)?.[1];

test.each([
  ['/devises/dollar-americain', '/partage/devises/dollar-americain.png'],
  ['/comparer/500-eur-usd', '/partage/comparer/500-eur-usd.png'],
  ['/comparer/537-eur-usd', '/partage/devises/dollar-americain.png'],
  ['/comparer/300-usd-eur', '/partage/devises/dollar-americain/vendre.png'],
  ['/comparer/500-eur-usd/lyon-69', '/partage/devises/dollar-americain.png'],
  ['/change/lyon-69', '/partage/change/lyon-69.png'],
  ['/change/villeurbanne-69', '/partage/change.png'],
  ['/bureaux/aerochange', '/partage/bureaux/aerochange.png'],
  ['/blog/devises-non-convertibles', '/partage/blog/devises-non-convertibles.png'],
  ['/methode', '/partage/methode.png'],
])('%s is shared with %s, of 1200 by 630 and at most 300 kB', async (url, picture) => {
  expect(await pictureOf(url)).toBe(`http://localhost:3000${picture}`);
  const answer = await get(picture);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png']);
  expect(answer.headers['cache-control']).toMatch(/^public, max-age=\d+/);
  expect(answer.rawPayload.length).toBeLessThanOrEqual(300_000);
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 });
  const again = await server.app.inject({
    url: picture,
    headers: { host: 'localhost', 'if-none-match': String(answer.headers.etag) },
  });
  expect(again.statusCode).toBe(304);
});

test.each([
  '/partage/comparer/537-eur-usd.png',
  '/partage/change/villeurbanne-69.png',
  '/partage/devises/ducat.png',
  '/partage/devises/usd.png',
  '/partage/devises/dollar-americain',
  '/partage/.png',
  '/partage/inconnu.png',
])('%s is no picture', async (url) => {
  expect((await get(url)).statusCode).toBe(404);
});

test('pictures of one network are bounded, known ones are not', async () => {
  const statuses = new Set<number>();
  for (let power = 1, asked = 0; !statuses.has(429) && asked < 60; asked += 1) {
    if (asked % 2 === 1) power *= 10;
    if (power > 1_000_000) power = 1;
    const amount = [power, 2 * power][asked % 2];
    const code = ['gbp', 'chf', 'jpy', 'cad', 'mad', 'tnd'][asked % 6];
    statuses.add((await get(`/partage/comparer/${amount}-eur-${code}.png`, '203.0.113.9')).statusCode);
  }
  expect([...statuses]).toEqual([200, 429]);
  expect((await get('/partage/methode.png', '203.0.113.9')).statusCode).toBe(200);
  // nor does it use up what others may have drawn
  expect((await get('/partage/devises/peso-mexicain.png', '198.51.100.7')).statusCode).toBe(200);
});

test('letters are drawn without any font of the system', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'parite-fonts-'));
  try {
    const nothing = path.join(folder, 'fonts.conf');
    writeFileSync(nothing, '<?xml version="1.0"?><fontconfig></fontconfig>');
    const code = `
      import { openSharePictures } from ${JSON.stringify(path.resolve('server/pictures/share-picture.ts'))};
      const draw = await openSharePictures(null);
      const one = { over: 'Dollar', title: '€ 500 = $ 565,80', under: '14 bureaux, 21 nov.' };
      const [a, b, again] = await Promise.all([one, { ...one, title: '€ 500 = $ 111,11' }, one].map(draw));
      console.log(JSON.stringify([a.equals(again), a.equals(b)]));`;
    const drawn = execFileSync(process.execPath, ['--input-type=module', '--eval', code], {
      env: { PATH: process.env.PATH, HOME: folder, FONTCONFIG_FILE: nothing, FONTCONFIG_PATH: folder },
    });
    // boxes would be alike for other digits
    expect(JSON.parse(drawn.toString())).toEqual([true, false]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a demonstration says on each picture that it is one', async () => {
  const { openSharePictures } = await import('../../pictures/share-picture.ts');
  const picture = { over: 'Parité', title: 'Un titre', under: 'sous lui' };
  const [with_, without] = await Promise.all(
    ['Démonstration : bureaux fictifs', null].map(async (text) => (await openSharePictures(text))(picture)),
  );
  // saffron of the flag, in its corner alone
  const corner = { left: 1200 - 72 - 300, top: 64, width: 300, height: 60 };
  // statistics are those of the file, so it is cut first
  const mean = async (png: Buffer | undefined) => {
    const cut = await sharp(png).extract(corner).removeAlpha().png().toBuffer();
    return (await sharp(cut).stats()).channels.map(({ mean: value }) => Math.round(value));
  };
  const [marked, plain] = await Promise.all([mean(with_), mean(without)]);
  expect(plain).toEqual([251, 250, 246]);
  expect(marked?.[2]).toBeLessThan(160);
});
