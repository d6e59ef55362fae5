import sharp from 'sharp';
import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { qrPicture } from './qr-picture.ts';

test('the picture has exactly the code’s modules, black on white, with its border', async () => {
  const { size, data } = encode('ACDEF3', { border: 4 });
  const { data: pixels, info } = await sharp(qrPicture('ACDEF3'))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([8 * size, 8 * size]);
  const read = data.map((row, y) =>
    row.map((_, x) => pixels[(8 * y + 4) * info.width * info.channels + (8 * x + 4) * info.channels] === 0),
  );
  expect(read).toEqual(data);
});
