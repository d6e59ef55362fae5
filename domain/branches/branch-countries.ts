/** Countries with branches of French companies, most frequent first. */
const NEAR = ['FR', 'AD', 'BE', 'CH', 'DE', 'ES', 'GB', 'IT', 'LU', 'MC', 'NL', 'PT'];

export function countries(stored: string): { code: string; name: string }[] {
  const names = new Intl.DisplayNames('fr', { type: 'region' });
  const codes = NEAR.includes(stored) || !/^[A-Z]{2}$/.test(stored) ? NEAR : [...NEAR, stored];
  return codes.map((code) => ({ code, name: names.of(code) ?? code }));
}
