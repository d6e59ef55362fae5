// INSEE codes of the cities that have arrondissements, by the beginning of those of these.
const CITIES = { '751': '75056', '6938': '69123', '132': '13055' } as const;

export const WHOLE_CITIES: readonly string[] = Object.values(CITIES);

// City of an arrondissement. null: no arrondissement.
export function cityOfArrondissement(code: string): string | null {
  const found = Object.entries(CITIES).find(([beginning]) => code.length === 5 && code.startsWith(beginning));
  return found?.[1] ?? null;
}
