/** So many pixels take 100 MiB once decoded, and a file of a few bytes can claim them. */
export const MAX_PIXELS = 25_000_000;
/** The exit code of the process that decodes. */
export const TOO_MANY_PIXELS = 3;
