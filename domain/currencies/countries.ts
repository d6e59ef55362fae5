// ISO 4217 codes begin with the ISO 3166 code of their country. Exceptions, issuer first: currencies of
// unions and of several countries.
const EXCEPTIONS: Readonly<Record<string, string>> = {
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
 * ISO 3166 codes where the currency is legal tender or in official use, so that 'Sénégal' finds XOF. Empty
 * for a code without a country (XAU).
 */
export function countriesOf(code: string): string[] {
  const listed = EXCEPTIONS[code];
  if (listed !== undefined) return listed.split(' ');
  return code.startsWith('X') ? [] : [code.slice(0, 2)];
}
