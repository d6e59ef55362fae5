/** 100 MiB once decoded, which a file of a few bytes can claim. */
export const MAX_PIXELS = 25_000_000;
export const TOO_MANY_PIXELS_EXIT_CODE = 3;
