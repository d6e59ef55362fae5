import { deflateSync, crc32 as zlibCrc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LOGO_SHAPE } from '#domain/companies/logo.ts';
import { MAX_PICTURE_UPLOAD } from '#domain/pictures/picture.ts';
import { makePicture } from '../pictures/make-picture.ts';
import { type Browser, enter } from '../testing/office.ts';
import { type OpenOffice, openOffice } from '../testing/open-office.ts';

// Pictures that cost a decoder more than they weigh.

let office: OpenOffice;
let root: Browser;

beforeAll(async () => {
  office = await openOffice();
  root = await enter(office.app, 'root');
});
afterAll(() => office.close());

const upload = (picture: Buffer) =>
  root.post('/api/companies/logo?id=1', picture, { 'content-type': 'image/png' });

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(zlibCrc32(named), named.length + 4);
  return framed;
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const END = chunk('IEND', Buffer.alloc(0));
/** 1 x 1, of one byte a pixel. */
const HEADER = chunk('IHDR', Buffer.from('00000001000000010800000000', 'hex'));
const DATA = chunk('IDAT', deflateSync(Buffer.from([0, 0])));
const around = (...between: Buffer[]) => Buffer.concat([SIGNATURE, HEADER, ...between, DATA, END]);

test('texts by the hundred thousand hold the one slot for no time: they are gone before the decoder, or refused', async () => {
  // each unpacks to 100 kB, and there are as many as an upload has room for
  const text = chunk(
    'zTXt',
    Buffer.concat([Buffer.from('a\0\0', 'latin1'), deflateSync(Buffer.alloc(100_000))]),
  );
  const few = around(...Array.from({ length: 1_900 }, () => text));
  expect((await upload(few)).statusCode).toBe(200);
  const many = around(
    ...Array.from({ length: Math.floor((MAX_PICTURE_UPLOAD - 1_000) / text.length) }, () => text),
  );
  const refused = await upload(many);
  expect([refused.statusCode, refused.json().code]).toEqual([400, 'not_a_picture']);
  const tiny = chunk('tEXt', Buffer.from('a\0b', 'latin1'));
  const crowd = around(Buffer.concat(Array.from({ length: 300_000 }, () => tiny)));
  expect(crowd.length).toBeLessThan(MAX_PICTURE_UPLOAD);
  expect((await upload(crowd)).statusCode).toBe(400);
});

test('what is no part of the picture is not read, and not kept: profiles, programs after the end', async () => {
  const picture = Buffer.concat([
    around(
      chunk('iCCP', Buffer.from('x\0\0not a profile', 'latin1')),
      chunk('prVt', Buffer.from('<script>')),
    ),
    Buffer.from('PK\u0003\u0004<?php system($_GET[0]);'),
  ]);
  const logo = await makePicture(picture, LOGO_SHAPE);
  expect(await sharp(logo).metadata()).toMatchObject({ format: 'png', width: 1, height: 1 });
  expect(logo.includes('script') || logo.includes('php')).toBe(false);
});

test.each([
  [
    'a length beyond the file',
    Buffer.concat([SIGNATURE, Buffer.from('ffffffff', 'hex'), Buffer.from('IHDR')]),
  ],
  ['no end', Buffer.concat([SIGNATURE, HEADER, DATA])],
  ['nothing but the signature', SIGNATURE],
])('%s is no picture', async (_what, picture) => {
  expect((await upload(picture)).json()).toMatchObject({ code: 'not_a_picture' });
});

test('what takes too long is killed, and the next one finds the slot free', async () => {
  // no process starts and decodes within a millisecond
  await expect(makePicture(around(), LOGO_SHAPE, { withinMs: 1 })).rejects.toMatchObject({
    status: 400,
    code: 'too_slow',
  });
  expect((await makePicture(around(), LOGO_SHAPE)).length).toBeGreaterThan(0);
});
