/** Of the own bureau, or of all. */
export type Whose = 'own' | 'all';

/**
 * Whose rows of one of these nouns a user may list; null: nobody's. `me` counts with a company alone, and before `all`
 * (spec 6).
 */
export function whoseOf(
  nouns: readonly string[],
  hasCompany: boolean,
  holds: (scope: string) => boolean,
): Whose | null {
  const mayList = (whose: 'me' | 'all') => nouns.some((noun) => holds(`${noun}.list.${whose}`));
  if (hasCompany && mayList('me')) return 'own';
  return mayList('all') ? 'all' : null;
}
