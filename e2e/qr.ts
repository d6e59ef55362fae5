import type { Locator } from '@playwright/test';
import readPixels from 'qr/decode.js';
import sharp from 'sharp';

/** What a camera reads off a QR code, as it is drawn. */
export async function readQr(drawn: Locator | Uint8Array): Promise<string> {
  const picture = drawn instanceof Uint8Array ? drawn : await drawn.screenshot();
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return readPixels({ width: info.width, height: info.height, data });
}
