import type { PictureShape } from '../pictures/picture.ts';

export const NO_LOGO = 'default';

export const LOGO_SHAPE = { width: 150, height: 80, fit: 'inside' } as const satisfies PictureShape;

export const LOGO_TYPE_MESSAGE = 'Le logo doit être une image PNG, JPEG ou WebP.';
