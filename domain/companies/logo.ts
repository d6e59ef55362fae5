/** What stands in the place of a logo until a bureau has its own (content/images/companies). */
export const NO_LOGO = 'default';

/** What may be uploaded as a logo. */
export const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;

/** Bytes of a picture that may be uploaded; it is then made to fit 150 x 80 (spec 9). */
export const MAX_LOGO_UPLOAD = 5 * 1024 * 1024;
export const LOGO_WIDTH = 150;
export const LOGO_HEIGHT = 80;
