/** What a bomb claims in a few bytes: decoded, so many pixels take 100 MiB. */
export const MAX_PIXELS = 25_000_000;
/** The exit code of the process that decodes. */
export const TOO_MANY_PIXELS = 3;
