/** What may be uploaded as a picture: a bureau's logo, a user's photo. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;

/** Bytes of a picture that may be uploaded. */
export const MAX_PICTURE_UPLOAD = 5 * 1024 * 1024;

export const PICTURE_TOO_LARGE = 'Le fichier est trop volumineux : 5 Mio au plus.';

/** The pixels that a picture is made to fit: it lies inside of them whole, or covers them and is cut. */
export type PictureShape = { width: number; height: number; fit: 'inside' | 'cover' };

/** What is wrong with a file before it is sent, `wrongType` where it is none of these; undefined when nothing is. */
export function wrongPicture(
  { type, size }: { type: string; size: number },
  wrongType: string,
): string | undefined {
  if (!PICTURE_TYPES.some((each) => each === type)) return wrongType;
  return size > MAX_PICTURE_UPLOAD ? PICTURE_TOO_LARGE : undefined;
}
