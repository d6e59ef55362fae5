export type ListRange = 'own' | 'all';

/**
 * Companies whose rows of one of these nouns a user may list. null: none. `me` requires a company, and takes precedence
 * over `all` (spec 6).
 */
export function listRangeOf(
  nouns: readonly string[],
  hasCompany: boolean,
  isGranted: (scope: string) => boolean,
): ListRange | null {
  const mayList = (suffix: 'me' | 'all') => nouns.some((noun) => isGranted(`${noun}.list.${suffix}`));
  if (hasCompany && mayList('me')) return 'own';
  return mayList('all') ? 'all' : null;
}
