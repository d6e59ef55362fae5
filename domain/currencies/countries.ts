// ISO 4217 begins a national currency's code with its country's ISO 3166 code. Only what that rule does not
// say is written here, issuer first: currencies of several countries and those of a union.
const beyondTheRule: Readonly<Record<string, string>> = {
  AUD: 'AU CC CX HM KI NF NR TV',
  CHF: 'CH LI',
  DKK: 'DK FO GL',
  EUR: 'AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IC IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM TF VA XK YT',
  GBP: 'GB GG GS IM JE',
  ILS: 'IL PS',
  INR: 'IN BT',
  JOD: 'JO PS',
  MAD: 'MA EH',
  NOK: 'NO BV SJ',
  NZD: 'NZ CK NU PN TK',
  SHP: 'SH AC',
  USD: 'US AS BQ EC FM GU IO MH MP PA PR PW SV TC TL UM VG VI ZW',
  XAF: 'CF CG CM GA GQ TD',
  XCD: 'AG AI DM GD KN LC MS VC',
  XOF: 'BF BJ CI GW ML NE SN TG',
  XPF: 'NC PF WF',
  ZAR: 'ZA LS NA SZ',
};

/**
 * The ISO 3166 codes of the countries and territories where a currency is legal tender or in official use
 * (ISO 4217, and the unions' treaties), so that 'Sénégal' finds XOF. Empty for a code of no country (XAU).
 */
export function countriesOf(code: string): string[] {
  const listed = beyondTheRule[code];
  if (listed !== undefined) return listed.split(' ');
  return code.startsWith('X') ? [] : [code.slice(0, 2)];
}
