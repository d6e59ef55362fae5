import * as Type from 'typebox';
import type { PictureShape } from '../pictures/picture.ts';

/** Twice what the profile shows, for dense screens. */
export const PHOTO_SHAPE = { width: 192, height: 192, fit: 'cover' } as const satisfies PictureShape;

export const WRONG_PHOTO_TYPE = 'La photo doit être une image PNG, JPEG ou WebP.';

/** The name of a user's photo, as `me` tells it; empty: none. */
export const Photo = Type.Object({ img: Type.String({ maxLength: 100 }) });

/** True for the name of a photo that was uploaded: nobody can guess it. The others are files that anybody may see. */
export function isUploadedPhoto(img: string): boolean {
  return /^[0-9a-f]{32}$/.test(img);
}
