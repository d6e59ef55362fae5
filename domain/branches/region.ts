/** Alsace and Moselle have two more public holidays, Good Friday and 26 December. */
export const ALSACE_MOSELLE = 'FR-57-67-68';

const OVERSEAS: Readonly<Record<string, { zone: string; region: string }>> = {
  '971': { zone: 'America/Guadeloupe', region: 'FR-GP' },
  '97133': { zone: 'America/St_Barthelemy', region: 'FR-BL' },
  '97150': { zone: 'America/Marigot', region: 'FR-MF' },
  '972': { zone: 'America/Martinique', region: 'FR-MQ' },
  '973': { zone: 'America/Cayenne', region: 'FR-GF' },
  '974': { zone: 'Indian/Reunion', region: 'FR-RE' },
  '975': { zone: 'America/Miquelon', region: 'FR' },
  '976': { zone: 'Indian/Mayotte', region: 'FR-YT' },
  '987': { zone: 'Pacific/Tahiti', region: 'FR' },
  '988': { zone: 'Pacific/Noumea', region: 'FR' },
};

export function regionOf(country: string, postcode: string): { zone: string; region: string } {
  if (country !== 'FR') return { zone: 'Europe/Paris', region: '' };
  const overseas = OVERSEAS[postcode.slice(0, 5)] ?? OVERSEAS[postcode.slice(0, 3)];
  if (overseas) return overseas;
  const isAlsaceMoselle = /^(57|67|68)/.test(postcode);
  return { zone: 'Europe/Paris', region: isAlsaceMoselle ? ALSACE_MOSELLE : 'FR' };
}
