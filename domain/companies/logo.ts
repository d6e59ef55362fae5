import type { PictureShape } from '../pictures/picture.ts';

/** What stands in the place of a logo until a bureau has its own (content/images/companies). */
export const NO_LOGO = 'default';

/** spec 9 */
export const LOGO_SHAPE = { width: 150, height: 80, fit: 'inside' } as const satisfies PictureShape;

export const WRONG_LOGO_TYPE = 'Le logo doit être une image PNG, JPEG ou WebP.';
