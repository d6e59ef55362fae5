/** Countries with branches of French companies, most frequent first. */
const USUAL_COUNTRIES = ['FR', 'AD', 'BE', 'CH', 'DE', 'ES', 'GB', 'IT', 'LU', 'MC', 'NL', 'PT'];

export function listCountries(stored: string): { code: string; name: string }[] {
  const codes =
    USUAL_COUNTRIES.includes(stored) || !/^[A-Z]{2}$/.test(stored)
      ? USUAL_COUNTRIES
      : [...USUAL_COUNTRIES, stored];
  return codes.map((code) => ({ code, name: nameOfCountry(code) }));
}

export function nameOfCountry(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  return new Intl.DisplayNames('fr', { type: 'region' }).of(code) ?? code;
}
