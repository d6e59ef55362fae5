import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { PictureShape } from '#domain/pictures/picture.ts';
import { HttpError } from '../http/http-error.ts';
import { limitConcurrency, limitShare, TooManyWaiting } from '../process/concurrency.ts';
import { dropUndrawnChunks, isPng } from './picture-chunks.ts';
import { MAX_PIXELS, TOO_MANY_PIXELS_EXIT_CODE } from './picture-limits.ts';

const DECODE_TIMEOUT_MS = 15_000;
/** Single decoder with a short line, because decoding takes memory and both threads of a small machine. */
const queue = limitConcurrency(1, 8);
const share = limitShare(2);

const NO_PICTURE = 'Ce fichier n’est pas une image PNG, JPEG ou WebP, ou il est abîmé.';

/**
 * Redraws the first frame of an upload in a shape, upright and as PNG, so that nothing else of the file is left. Throws
 * an HttpError: 400 for an unusable picture, 503 when too many wait.
 */
export async function makePicture(
  picture: Buffer,
  shape: PictureShape,
  { sender, withinMs = DECODE_TIMEOUT_MS }: { sender?: number; withinMs?: number } = {},
): Promise<Buffer> {
  const drawn = isPng(picture) ? dropUndrawnChunks(picture) : picture;
  if (!drawn) throw new HttpError(400, 'not_a_picture', NO_PICTURE);
  try {
    return await share(sender?.toString(), () => queue(() => decode(drawn, shape, withinMs)));
  } catch (error) {
    if (!(error instanceof TooManyWaiting)) throw error;
    const sentence = 'D’autres images sont en cours de lecture. Réessayez dans un instant.';
    throw new HttpError(503, 'busy', sentence, { retryAfter: DECODE_TIMEOUT_MS / 1000 });
  }
}

/** Decodes in a process without settings that can be killed, because a thread cannot be taken out of a decoder. */
async function decode(
  picture: Buffer,
  { width, height, fit }: PictureShape,
  withinMs: number,
): Promise<Buffer> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const program = join(import.meta.dirname, 'picture-process.ts');
  const child = spawn(process.execPath, [program, String(width), String(height), fit], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...(PATH && { PATH }), ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) },
    timeout: withinMs,
    killSignal: 'SIGKILL',
  });
  const ended = once(child, 'close');
  // the process may end before it has read everything
  child.stdin.on('error', () => undefined);
  child.stdin.end(picture);
  const [png] = await Promise.all([buffer(child.stdout), ended]);
  if (child.signalCode) {
    throw new HttpError(
      400,
      'too_slow',
      'Cette image est trop longue à lire. Enregistrez-la plus simplement.',
    );
  }
  if (child.exitCode === TOO_MANY_PIXELS_EXIT_CODE) {
    const sentence = `Cette image est trop grande : ${MAX_PIXELS / 1_000_000} millions de pixels au plus.`;
    throw new HttpError(400, 'too_many_pixels', sentence);
  }
  if (child.exitCode !== 0 || png.length === 0) throw new HttpError(400, 'not_a_picture', NO_PICTURE);
  return png;
}
