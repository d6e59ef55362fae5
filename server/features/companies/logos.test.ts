import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { type Browser, enter, furnishOffice, type Office } from '../../testing/office.ts';
import { openRelay, type Relay } from '../../testing/relay.ts';
import { aFixingRow } from '../../testing/rows.ts';

let database: TestDatabase;
let relay: Relay;
let server: TestApp;
let office: Office;
let admin: Browser;

beforeAll(async () => {
  database = await createTestDatabase();
  office = await furnishOffice(database.db);
  relay = await openRelay(database.url);
  server = await startTestApp(relay.url);
  await server.book.loaded;
  admin = await enter(server.app, 'admin');
});
afterAll(async () => {
  await server.close();
  await relay.close();
  await database.close();
});

const upload = (picture: Buffer, type = 'image/png', id: unknown = office.companies.Zéphyr) =>
  admin.post(`/api/companies/logo?id=${id}`, picture, { 'content-type': type });
const logos = () => database.db.selectFrom('company_logos').selectAll().orderBy('logo').execute();
const logoOf = async (name: string) =>
  (
    await database.db
      .selectFrom('companies')
      .where('name', '=', name)
      .select('logo')
      .executeTakeFirstOrThrow()
  ).logo;
const audit = () =>
  database.db
    .selectFrom('audit_entries')
    .select(['action', 'company_id', 'user_id', 'changes'])
    .orderBy('id')
    .execute();
const show = (logo: string, host = 'localhost', method: 'GET' | 'HEAD' = 'GET') =>
  server.app.inject({ method, url: `/images/companies/${logo}.png`, headers: { host } });

function blank(width: number, height: number, colour = '#086') {
  return sharp({ create: { width, height, channels: 4, background: colour } });
}

/** A PNG of any size, of one colour, that takes next to nothing: what a bomb is. */
function bomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const lines = Buffer.alloc((1 + Math.ceil(width / 8)) * height);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

describe('a logo', () => {
  beforeEach(async () => {
    await database.db.updateTable('companies').set({ logo: 'default' }).execute();
    await database.db.deleteFrom('company_logos').execute();
  });

  test.each<[string, () => Promise<Buffer>, number, number]>([
    ['image/png', () => blank(900, 300).png().toBuffer(), 150, 50],
    ['image/jpeg', () => blank(300, 600).jpeg().toBuffer(), 40, 80],
    ['image/webp', () => blank(1500, 800).webp().toBuffer(), 150, 80],
    // never enlarged
    ['image/png', () => blank(40, 20).png().toBuffer(), 40, 20],
    ['image/png', () => Promise.resolve(bomb(3000, 1)), 150, 1],
  ])('of %s fits 150 x 80', async (type, make, width, height) => {
    const answer = await upload(await make(), type);
    expect(answer.statusCode).toBe(200);
    const { logo } = answer.json();
    expect(logo).toMatch(/^zephyr-[0-9a-f]{8}$/);
    const shown = await show(logo);
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: 'png', width, height });
  });

  test('is public on both hosts, with a permanent cache', async () => {
    const { logo } = (await upload(await blank(90, 60, '#068').png().toBuffer())).json();
    expect(await logoOf('Zéphyr')).toBe(logo);
    const [stored, ...others] = await logos();
    expect(others).toEqual([]);
    for (const host of ['localhost', 'backoffice.localhost']) {
      const shown = await show(logo, host);
      expect(shown.statusCode).toBe(200);
      expect(shown.headers).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      });
      expect(shown.cookies).toEqual([]);
      expect(shown.rawPayload.equals(stored?.png ?? Buffer.alloc(0))).toBe(true);
      expect((await show(logo, host, 'HEAD')).statusCode).toBe(200);
    }
  });

  test('replaces the former one, and each change is journaled once', async () => {
    const before = await logoOf('Zéphyr');
    const picture = await blank(60, 60, '#a40').png().toBuffer();
    const written = (await audit()).length;
    const { logo } = (await upload(picture)).json();
    expect(logo).not.toBe(before);
    expect((await logos()).map((row) => row.logo)).toEqual([logo]);
    expect((await upload(picture)).json()).toEqual({ logo });
    const entries = await audit();
    expect(entries).toHaveLength(written + 1);
    expect(entries.at(-1)).toEqual({
      action: 'company.logo_set',
      company_id: office.companies.Zéphyr,
      user_id: office.users.admin,
      changes: { logo: [before, logo] },
    });
    // the very same picture for another bureau is another logo
    const { logo: other } = (await upload(picture, 'image/png', office.companies.Quais)).json();
    expect(other).toMatch(/^quais-/);
    expect(await logos()).toHaveLength(2);
    expect((await show(logo)).statusCode).toBe(200);
  });

  test('appears in comparisons', async () => {
    await database.db
      .insertInto('fixings')
      .values(aFixingRow({ company_id: office.companies.Zéphyr ?? 0, sale: '1.1', updated_at: new Date() }))
      .execute();
    const { logo } = (await upload(await blank(30, 30, '#123').png().toBuffer())).json();
    const offered = async () =>
      (
        await server.app.inject({
          method: 'POST',
          url: '/api/public/offers',
          payload: { offer: { currency: 'EUR', amount: 100 }, wish: { currency: 'USD' } },
        })
      ).json().offers?.[0]?.company.logo;
    await expect.poll(offered).toBe(logo);
  });

  test('contains only the pixels of the file, upright', async () => {
    const picture = await blank(120, 60)
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Copyright: 'secret-de-photographe' } })
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();
    expect(picture.includes('secret-de-photographe')).toBe(true);
    const polyglot = Buffer.concat([picture, Buffer.from('<script>alert(1)</script>')]);
    const { logo } = (await upload(polyglot, 'image/jpeg')).json();
    const shown = (await show(logo)).rawPayload;
    expect(shown.includes('secret-de-photographe')).toBe(false);
    expect(shown.includes('<script>')).toBe(false);
    const read = await sharp(shown).metadata();
    // it lay on its side
    expect(read).toMatchObject({ width: 40, height: 80 });
    expect(read.exif).toBeUndefined();
    expect(read.icc).toBeUndefined();
  });

  test('of an animation is its first frame', async () => {
    const frames = await Promise.all(
      ['#f00', '#00f'].map((colour) => blank(50, 50, colour).png().toBuffer()),
    );
    const animated = await sharp(frames, { join: { animated: true } })
      .webp({ lossless: true })
      .toBuffer();
    const { logo } = (await upload(animated, 'image/webp')).json();
    const shown = sharp((await show(logo)).rawPayload);
    expect(await shown.metadata()).toMatchObject({ width: 50, height: 50 });
    const { channels } = await shown.stats();
    expect(channels.slice(0, 3).map(({ mean }) => mean)).toEqual([255, 0, 0]);
  });
});

describe('an invalid logo', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>');
  test.each<[string, string, () => Promise<Buffer>, number, string]>([
    ['text', 'image/png', async () => Buffer.from('ceci n’est pas une image'), 400, 'not_a_picture'],
    ['nothing', 'image/png', async () => Buffer.alloc(0), 400, 'not_a_picture'],
    ['an SVG said to be a PNG', 'image/png', async () => svg, 400, 'not_a_picture'],
    [
      'an SVG behind the first bytes of a PNG',
      'image/png',
      async () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), svg]),
      400,
      'not_a_picture',
    ],
    ['a GIF said to be a PNG', 'image/png', () => blank(9, 9).gif().toBuffer(), 400, 'not_a_picture'],
    ['a TIFF said to be a JPEG', 'image/jpeg', () => blank(9, 9).tiff().toBuffer(), 400, 'not_a_picture'],
    [
      'half a picture',
      'image/png',
      async () => {
        const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
        const create = { width: 300, height: 300, channels: 3, background: '#fff', noise } as const;
        const whole = await sharp({ create }).png().toBuffer();
        return whole.subarray(0, whole.length / 2);
      },
      400,
      'not_a_picture',
    ],
    ['a bomb', 'image/png', async () => bomb(30_000, 30_000), 400, 'too_many_pixels'],
    ['a wide bomb', 'image/png', async () => bomb(2_000_000, 20), 400, 'too_many_pixels'],
    ['an SVG', 'image/svg+xml', async () => svg, 415, 'unsupported_media_type'],
    ['a form', 'multipart/form-data; boundary=x', async () => svg, 415, 'unsupported_media_type'],
    ['JSON', 'application/json', async () => Buffer.from('{}'), 415, 'unsupported_media_type'],
    ['a file without a type', '', async () => svg, 415, 'unsupported_media_type'],
  ])('%s is refused (%s)', async (_what, type, make, status, code) => {
    const before = await logos();
    const answer = await upload(await make(), type);
    expect(answer.json()).toEqual({ message: expect.any(String), code });
    expect(answer.statusCode).toBe(status);
    expect(await logos()).toEqual(before);
  });

  test('for an unknown or missing company is refused', async () => {
    const picture = await blank(9, 9).png().toBuffer();
    expect((await upload(picture, 'image/png', 999_999)).statusCode).toBe(404);
    for (const id of ['', 'x', '-1', '3000000000']) {
      expect((await upload(picture, 'image/png', id)).statusCode).toBe(400);
    }
  });

  test('is not read without the right, the session or the token', async () => {
    const picture = Buffer.alloc(6 * 1024 * 1024);
    const headers = { 'content-type': 'image/png' };
    const agent = await enter(server.app, 'agent');
    expect((await agent.post('/api/companies/logo?id=1', picture, headers)).statusCode).toBe(403);
    const forged = await admin.post('/api/companies/logo?id=1', picture, { ...headers, 'x-xsrf-token': '' });
    expect(forged.json()).toMatchObject({ code: 'xsrf' });
    await agent.get('/api/logout');
    expect((await agent.post('/api/companies/logo?id=1', picture, headers)).statusCode).toBe(401);
  });
});

describe('a file that is too large', () => {
  test.each([
    ['as much as may be', 5 * 1024 * 1024, 400, 'not_a_picture'],
    ['one byte more', 5 * 1024 * 1024 + 1, 413, 'body_too_large'],
    ['20 MB', 20_000_000, 413, 'body_too_large'],
  ])('%s', async (_what, size, status, code) => {
    const answer = await upload(Buffer.alloc(size));
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ code });
    if (status === 413) expect(answer.json().message).toBe('Le fichier est trop volumineux : 5 Mio au plus.');
  });

  test('gets its sentence over a real connection, which stays open', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    // a server that listens on TCP has an address with a port
    const { port } = server.app.server.address() as AddressInfo;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const send = (picture: Buffer) =>
      new Promise<{ status: number | undefined; text: string; localPort: number | undefined }>(
        (done, fail) => {
          const sent = request(
            {
              agent,
              port,
              host: '127.0.0.1',
              method: 'POST',
              path: `/api/companies/logo?id=${office.companies.Zéphyr}`,
              headers: {
                host: 'backoffice.localhost',
                'content-type': 'image/png',
                'content-length': picture.length,
                'x-xsrf-token': admin.cookies.get('XSRF-TOKEN') ?? '',
                cookie: [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
              },
            },
            async (answer) => {
              const { localPort } = sent.socket ?? {};
              let text = '';
              for await (const part of answer.setEncoding('utf8')) text += part;
              done({ status: answer.statusCode, text, localPort });
            },
          );
          sent.on('error', fail);
          sent.end(picture);
        },
      );
    const refused = await send(Buffer.alloc(20_000_000));
    expect(refused).toMatchObject({ status: 413, text: expect.stringContaining('5 Mio au plus') });
    const taken = await send(await blank(9, 9).png().toBuffer());
    expect(taken).toMatchObject({ status: 200, localPort: refused.localPort });
    agent.destroy();
  });

  test('beyond any file size ends the connection', async () => {
    expect((await upload(Buffer.alloc(20_000_000))).headers.connection).not.toBe('close');
    expect((await upload(Buffer.alloc(33 * 1024 * 1024))).headers.connection).toBe('close');
  });
});

describe('the address of a logo', () => {
  test('serves the files of the images folder under other names', async () => {
    const shown = await show('default');
    expect(shown.statusCode).toBe(200);
    expect(shown.headers['content-type']).toBe('image/png');
    expect(shown.headers['cache-control']).toBe('public, max-age=86400');
  });

  test.each([
    'zephyr-00000000',
    'nothing',
    '..%2f..%2fpackage-0a0a0a0a',
    '..%2f..%2f..%2fpackage.json%00-0a0a0a0a',
    'Zephyr-00000000',
  ])('%s is a 404', async (logo) => {
    const answer = await show(logo);
    expect([400, 403, 404]).toContain(answer.statusCode);
    expect(answer.json()).toEqual({ message: expect.any(String), code: expect.any(String) });
  });

  test('serves a cached logo without the database; another is a 503', async () => {
    const seen = (await upload(await blank(20, 20, '#111').png().toBuffer())).json().logo;
    await show(seen);
    const unseen = (
      await upload(await blank(20, 20, '#222').png().toBuffer(), 'image/png', office.companies.Quais)
    ).json().logo;
    await relay.cut();
    expect((await show(seen)).statusCode).toBe(200);
    expect((await show(unseen)).statusCode).toBe(503);
    expect((await show('default')).statusCode).toBe(200);
    expect((await upload(await blank(20, 20).png().toBuffer())).statusCode).toBe(503);
    await relay.mend();
    await expect.poll(async () => (await show(unseen)).statusCode, { timeout: 30_000 }).toBe(200);
  });
});
