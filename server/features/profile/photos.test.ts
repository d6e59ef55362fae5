import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { Browser, enter, furnishOffice, type Office } from '../../testing/office.ts';
import { eraseUsers } from '../privacy/erase-users.queries.ts';

let database: TestDatabase;
let server: TestApp;
let office: Office;
let agent: Browser;

beforeEach(async () => {
  database = await createTestDatabase();
  office = await furnishOffice(database.db);
  server = await startTestApp(database.url);
  await server.book.loaded;
  agent = await enter(server.app, 'agent');
});
afterEach(async () => {
  await server.close();
  await database.close();
});

const upload = (picture: Buffer, type = 'image/png', browser = agent) =>
  browser.post('/api/profile/photo', picture, { 'content-type': type });
const show = (img: string, browser = agent) => browser.get(`/images/users/${img}.png`);
const photos = () => database.db.selectFrom('user_photos').selectAll().execute();
const imgOf = async (browser = agent) => (await browser.get('/api/me')).json().img;
const blank = (width: number, height: number, background = '#086') =>
  sharp({ create: { width, height, channels: 3, background } });
const png = (background?: string) => blank(300, 200, background).png().toBuffer();

test.each([
  ['image/png', () => blank(900, 300).png().toBuffer()],
  ['image/jpeg', () => blank(300, 600).jpeg().toBuffer()],
  ['image/webp', () => blank(40, 20).webp().toBuffer()],
])('a photo of %s becomes a square of 192 pixels, visible to its user', async (type, make) => {
  const answer = await upload(await make(), type);
  expect(answer.statusCode).toBe(200);
  const { img } = answer.json();
  expect(img).toMatch(/^[0-9a-f]{32}$/);
  expect(await imgOf()).toBe(img);
  const shown = await show(img);
  expect(shown.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'private, max-age=86400, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(await sharp(shown.rawPayload).metadata()).toMatchObject({
    format: 'png',
    width: 192,
    height: 192,
  });
});

test('a photo is served to its user only, and a replaced one to nobody', async () => {
  const before = (await upload(await png('#123'))).json().img;
  const { img } = (await upload(await png('#321'))).json();
  expect(img).not.toBe(before);
  expect((await show(before)).statusCode).toBe(404);
  expect((await show(img)).statusCode).toBe(200);
  expect((await photos()).filter(({ user_id }) => user_id === office.users.agent)).toHaveLength(1);
  for (const name of ['agent2', 'admin', 'root', 'idle'] as const) {
    expect((await show(img, await enter(server.app, name))).statusCode, name).toBe(404);
  }
  expect((await show(img, new Browser(server.app))).statusCode).toBe(401);
  const onSite = await server.app.inject({
    url: `/images/users/${img}.png`,
    headers: { host: 'localhost', cookie: `session=${agent.cookies.get('session')}` },
  });
  expect(onSite.statusCode).toBe(404);
  // the files beside are anybody's
  expect((await show('default', new Browser(server.app))).statusCode).toBe(200);
  expect((await show('agent-1', new Browser(server.app))).statusCode).toBe(200);
});

test('a photo contains only the pixels of its file, upright', async () => {
  const picture = await blank(120, 60)
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Copyright: 'lieu-de-la-prise-de-vue' } })
    .jpeg()
    .toBuffer();
  expect(picture.includes('lieu-de-la-prise-de-vue')).toBe(true);
  const polyglot = Buffer.concat([picture, Buffer.from('<script>alert(1)</script>')]);
  const { img } = (await upload(polyglot, 'image/jpeg')).json();
  const shown = (await show(img)).rawPayload;
  expect(shown.includes('lieu-de-la-prise-de-vue') || shown.includes('<script>')).toBe(false);
  expect((await sharp(shown).metadata()).exif).toBeUndefined();
});

describe('an invalid photo', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>');
  test.each<[string, string, () => Promise<Buffer>, number, string, RegExp]>([
    ['text', 'image/png', async () => Buffer.from('texte'), 400, 'not_a_picture', /n’est pas une image/],
    ['an SVG said to be a PNG', 'image/png', async () => svg, 400, 'not_a_picture', /n’est pas une image/],
    ['an SVG', 'image/svg+xml', async () => svg, 415, 'unsupported_media_type', /^La photo doit être/],
    ['JSON', 'application/json', async () => Buffer.from('{}'), 415, 'unsupported_media_type', /^La photo/],
    [
      'a bomb of pixels',
      'image/png',
      () => blank(5_001, 5_000).png().toBuffer(),
      400,
      'too_many_pixels',
      /25 millions de pixels au plus/,
    ],
    [
      'what is too large',
      'image/png',
      async () => Buffer.alloc(5 * 1024 * 1024 + 1),
      413,
      'body_too_large',
      /5 Mio au plus/,
    ],
  ])('%s is refused in a sentence', async (_what, type, make, status, code, sentence) => {
    const before = await photos();
    const answer = await upload(await make(), type);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    expect(answer.json().message).toMatch(sentence);
    expect(await photos()).toEqual(before);
  });

  test('counts toward twenty an hour for each person, and does not delay others', async () => {
    const broken = Buffer.from('89504e470d0a1a0a', 'hex');
    for (let sent = 0; sent < 20; sent += 1) expect((await upload(broken)).statusCode).toBe(400);
    const refused = await upload(broken);
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_photos']);
    expect(refused.json().message).toMatch(/^Trop de photos\. Réessayez dans \d+ minutes\.$/);
    expect((await upload(broken, 'image/png', await enter(server.app, 'agent2'))).statusCode).toBe(400);
  });
});

test('a user without the right to a photo cannot send one (spec 6: identity.photo), but can delete it', async () => {
  const { idle } = office.users;
  const browser = await enter(server.app, 'idle');
  expect((await upload(await png(), 'image/png', browser)).statusCode).toBe(403);
  await database.db.updateTable('users').set({ img: 'agent-2' }).where('id', '=', idle).execute();
  expect(await imgOf(browser)).toBe('agent-2');
  const remove = (img: string) => browser.post('/api/profile/photo/remove', { img });
  const other = await remove('agent-1');
  expect([other.statusCode, other.json().code]).toEqual([409, 'other_photo']);
  expect((await remove('agent-2')).statusCode).toBe(200);
  expect(await imgOf(browser)).toBe('');
  // twice is once
  expect((await remove('agent-2')).statusCode).toBe(200);
  const { length } = await database.db
    .selectFrom('security_events')
    .where('kind', '=', 'photo_changed')
    .where('subject_user_id', '=', idle)
    .select('id')
    .execute();
  expect(length).toBe(1);
});

test('a photo is erased with its person', async () => {
  const { img } = (await upload(await png('#abc'))).json();
  const { db } = database;
  await db
    .updateTable('users')
    .set({ suspended_at: new Date() })
    .where('id', '=', office.users.agent)
    .execute();
  await db.transaction().execute((trx) => eraseUsers(trx, [office.users.agent]));
  expect((await photos()).some((photo) => photo.img === img)).toBe(false);
});
