/** What stands in the place of a logo until a bureau has its own (content/images/companies). */
export const NO_LOGO = 'default';

/** What may be uploaded as a logo. */
export const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;

/** Bytes of a picture that may be uploaded; it is then made to fit 150 x 80 (spec 9). */
export const MAX_LOGO_UPLOAD = 5 * 1024 * 1024;

export const LOGO_WIDTH = 150;
export const LOGO_HEIGHT = 80;

export const WRONG_LOGO_TYPE = 'Le logo doit être une image PNG, JPEG ou WebP.';
export const LOGO_TOO_LARGE = 'Le fichier est trop volumineux : 5 Mio au plus.';

/** What is wrong with a file before it is sent; undefined when nothing is. */
export function wrongLogo({ type, size }: { type: string; size: number }): string | undefined {
  if (!LOGO_TYPES.some((each) => each === type)) return WRONG_LOGO_TYPE;
  return size > MAX_LOGO_UPLOAD ? LOGO_TOO_LARGE : undefined;
}
