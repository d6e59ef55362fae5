import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { LOGO_HEIGHT, LOGO_WIDTH } from '#domain/companies/logo.ts';
import { MAX_PIXELS, TOO_MANY_PIXELS } from './logo-limits.ts';

// A process of its own (logo-picture.ts): a picture comes in, its logo goes out. Whatever a decoder does with what
// somebody sent, it does it here, without a secret, and is killed when it takes too long.

// libvips reads forty formats, some by code that has had holes: here it knows the three that are asked for
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
});

try {
  const png = await sharp(await buffer(process.stdin), {
    limitInputPixels: MAX_PIXELS,
    failOn: 'error',
    pages: 1,
  })
    .autoOrient()
    .resize({ width: LOGO_WIDTH, height: LOGO_HEIGHT, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .toBuffer();
  process.stdout.write(png);
} catch (error) {
  process.exitCode = error instanceof Error && /pixel limit/i.test(error.message) ? TOO_MANY_PIXELS : 1;
}
