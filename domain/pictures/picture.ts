export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;

/** Bytes. */
export const MAX_PICTURE_UPLOAD = 5 * 1024 * 1024;

export const PICTURE_TOO_LARGE = 'Le fichier est trop volumineux : 5 Mio au plus.';

/** Pixels. 'inside' fits the whole picture, 'cover' cuts it. */
export type PictureShape = { width: number; height: number; fit: 'inside' | 'cover' };

export function checkPicture(
  { type, size }: { type: string; size: number },
  typeMessage: string,
): string | undefined {
  if (!PICTURE_TYPES.some((each) => each === type)) return typeMessage;
  return size > MAX_PICTURE_UPLOAD ? PICTURE_TOO_LARGE : undefined;
}
