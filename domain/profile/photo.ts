import * as Type from 'typebox';
import type { PictureShape } from '../pictures/picture.ts';

/** Twice the displayed size, for dense screens. */
export const PHOTO_SHAPE = { width: 192, height: 192, fit: 'cover' } as const satisfies PictureShape;

export const PHOTO_TYPE_MESSAGE = 'La photo doit être une image PNG, JPEG ou WebP.';

/** Empty: no photo. */
export const Photo = Type.Object({ img: Type.String({ maxLength: 100 }) });

/** Uploaded photos have names that nobody can guess. The others are public files. */
export function isUploadedPhoto(img: string): boolean {
  return /^[0-9a-f]{32}$/.test(img);
}
