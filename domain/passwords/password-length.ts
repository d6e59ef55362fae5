/** Characters (contract 3). */
export const MIN_PASSWORD = 12;
export const MAX_PASSWORD = 256;
