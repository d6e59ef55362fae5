import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { MAX_PIXELS, TOO_MANY_PIXELS_EXIT_CODE } from './picture-limits.ts';

// A process of its own (make-picture.ts): a picture comes in, and goes out in the shape of the arguments. Whatever a
// decoder does with what somebody sent, it does it here, without a secret, and is killed when it takes too long.

// libvips reads forty formats, some with past vulnerabilities; only three are allowed
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
});

const [width, height, fit] = process.argv.slice(2);

try {
  const png = await sharp(await buffer(process.stdin), {
    limitInputPixels: MAX_PIXELS,
    failOn: 'error',
    pages: 1,
  })
    .autoOrient()
    .resize({
      width: Number(width),
      height: Number(height),
      fit: fit === 'cover' ? 'cover' : 'inside',
      // `cover` fills its shape, so small pictures are enlarged
      withoutEnlargement: fit !== 'cover',
    })
    .png({ compressionLevel: 9 })
    .toBuffer();
  process.stdout.write(png);
} catch (error) {
  process.exitCode =
    error instanceof Error && /pixel limit/i.test(error.message) ? TOO_MANY_PIXELS_EXIT_CODE : 1;
}
