export type Whose = 'own' | 'all';

/**
 * Companies whose rows of one of these nouns a user may list. null: none. `me` requires a company, and takes precedence
 * over `all` (spec 6).
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
