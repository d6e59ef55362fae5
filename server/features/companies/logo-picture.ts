import sharp from 'sharp';
import { LOGO_HEIGHT, LOGO_WIDTH } from '#domain/companies/logo.ts';
import { limitConcurrency, TooManyWaiting } from '../../concurrency.ts';
import { HttpError } from '../../http-error.ts';

/** What a bomb claims in a few bytes: decoded, so many pixels take 100 MiB. */
const MAX_PIXELS = 25_000_000;
const WITHIN_SECONDS = 5;
/** Decoding takes memory and both threads of a small machine: one at a time, few in line. */
const queue = limitConcurrency(1, 8);

// libvips reads forty formats, some by code that has had holes: here it knows the three that are asked for
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
});
// each logo is read once
sharp.cache(false);

/**
 * A picture that somebody sent, made a logo: its first frame, upright, within 150 x 80 (spec 9), encoded anew
 * so that nothing else of the file is left. Throws an HttpError: 400 it is no picture or too large a one, 503 too
 * many at once.
 */
export async function makeLogo(picture: Buffer): Promise<Buffer> {
  try {
    return await queue(() =>
      sharp(picture, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
        .autoOrient()
        .resize({ width: LOGO_WIDTH, height: LOGO_HEIGHT, fit: 'inside', withoutEnlargement: true })
        .png({ compressionLevel: 9 })
        .timeout({ seconds: WITHIN_SECONDS })
        .toBuffer(),
    );
  } catch (error) {
    if (error instanceof TooManyWaiting) {
      const sentence = 'D’autres logos sont en cours de lecture. Réessayez dans un instant.';
      throw new HttpError(503, 'busy', sentence, { retryAfter: WITHIN_SECONDS });
    }
    if (error instanceof Error && /pixel limit/i.test(error.message)) {
      const sentence = `Cette image est trop grande : ${MAX_PIXELS / 1_000_000} millions de pixels au plus.`;
      throw new HttpError(400, 'too_many_pixels', sentence);
    }
    const sentence = 'Ce fichier n’est pas une image PNG, JPEG ou WebP, ou il est abîmé.';
    throw new HttpError(400, 'not_a_picture', sentence);
  }
}
