/** Fictional company with its pricing. Margins are percentages of the mid rate. */
export interface FictionalCompany {
  name: string;
  logo: string;
  phone: string;
  isPartner: boolean;
  serves: 'all' | readonly string[];
  margins: { major: number; travel: number; exotic: number };
  /** Purchase margin as a multiple of the sale margin. */
  buyback: number;
  digits: 4 | 5;
  /** Minutes after midnight, UTC. */
  morningStart: number;
  hasAfternoonFixings: boolean;
  closesOnSunday: boolean;
  /** Days between two fixings of a currency, one currency after the other. Others look at all of them each day. */
  turnDays?: number;
  saleOnly?: readonly string[];
  /** Sale margins that replace the usual ones. Below zero: better than the mid rate. */
  exceptions?: Readonly<Record<string, number>>;
}

export const majors: readonly string[] = 'USD GBP CHF JPY CAD AUD'.split(' ');

/** Currencies by demand in France. A company of n currencies stocks the first n. */
export const travelCurrencies: readonly string[] = [
  ...majors,
  ...'MAD THB TRY AED CZK PLN SEK NOK DKK HUF CNY HKD SGD NZD MXN BRL ZAR'.split(' '),
  ...'ILS ISK EGP IDR KRW VND MUR RON RSD TWD PHP MYR COP PEN ARS DOP QAR'.split(' '),
];

const first = (count: number): readonly string[] => travelCurrencies.slice(0, count);

export const fictionalCompanies: readonly FictionalCompany[] = [
  {
    name: 'Change des Quais',
    logo: 'change-des-quais',
    phone: '04 65 71 12 40',
    isPartner: true,
    serves: first(40),
    margins: { major: 1.3, travel: 2.9, exotic: 6 },
    buyback: 1.3,
    digits: 5,
    morningStart: 450,
    hasAfternoonFixings: true,
    closesOnSunday: true,
  },
  {
    name: 'Zéphyr Devises',
    logo: 'zephyr-devises',
    phone: '04 65 71 58 03',
    isPartner: true,
    serves: first(40),
    margins: { major: 0.9, travel: 2.2, exotic: 5 },
    buyback: 1.5,
    digits: 5,
    morningStart: 435,
    hasAfternoonFixings: true,
    closesOnSunday: false,
  },
  {
    name: 'L’Or du Voyageur',
    logo: 'or-du-voyageur',
    phone: '01 99 00 27 61',
    isPartner: true,
    serves: 'all',
    margins: { major: 2.1, travel: 4.1, exotic: 8.5 },
    buyback: 1.25,
    digits: 5,
    morningStart: 465,
    hasAfternoonFixings: false,
    closesOnSunday: true,
  },
  {
    name: 'Comptoir Saint-Lazare',
    logo: 'comptoir-saint-lazare',
    phone: '01 99 00 44 18',
    isPartner: false,
    serves: first(40),
    margins: { major: 1.1, travel: 2.6, exotic: 6 },
    buyback: 1.4,
    digits: 4,
    morningStart: 420,
    hasAfternoonFixings: true,
    closesOnSunday: false,
  },
  {
    name: 'Escale Change',
    logo: 'escale-change',
    phone: '01 99 00 73 95',
    isPartner: true,
    serves: first(24),
    margins: { major: 7.2, travel: 8.6, exotic: 9.5 },
    buyback: 1.15,
    digits: 4,
    morningStart: 300,
    hasAfternoonFixings: false,
    closesOnSunday: false,
  },
  {
    name: 'Boréal Change',
    logo: 'boreal-change',
    phone: '03 53 01 36 72',
    isPartner: false,
    serves: first(32),
    margins: { major: 1.6, travel: 3.2, exotic: 6.5 },
    buyback: 1.2,
    digits: 5,
    morningStart: 480,
    hasAfternoonFixings: false,
    closesOnSunday: true,
    exceptions: { GBP: 1.1, NOK: 2.1, SEK: 2.1, DKK: 2.0 },
  },
  {
    name: 'La Bourse du Port',
    logo: 'bourse-du-port',
    phone: '02 61 91 20 84',
    isPartner: false,
    serves: first(28),
    margins: { major: 1.9, travel: 3.5, exotic: 7 },
    buyback: 1.3,
    digits: 5,
    morningStart: 470,
    hasAfternoonFixings: false,
    closesOnSunday: true,
  },
  {
    name: 'Maison Astier',
    logo: 'maison-astier',
    phone: '04 65 71 90 16',
    isPartner: false,
    serves: first(12),
    margins: { major: 2.6, travel: 4.5, exotic: 8 },
    buyback: 1.1,
    digits: 4,
    morningStart: 510,
    hasAfternoonFixings: false,
    closesOnSunday: true,
  },
  {
    name: 'Change du Capitole',
    logo: 'change-du-capitole',
    phone: '05 36 49 61 27',
    isPartner: false,
    serves: first(36),
    margins: { major: 1.5, travel: 3.1, exotic: 6.5 },
    buyback: 1.35,
    digits: 5,
    morningStart: 490,
    hasAfternoonFixings: false,
    closesOnSunday: true,
    exceptions: { MAD: 2.2 },
  },
  {
    name: 'Aérochange',
    logo: 'aerochange',
    phone: '01 99 00 85 52',
    isPartner: false,
    serves: first(12),
    margins: { major: 9.4, travel: 9.8, exotic: 10 },
    buyback: 1.05,
    digits: 4,
    morningStart: 315,
    hasAfternoonFixings: false,
    closesOnSunday: false,
  },
  {
    name: 'Devisia',
    logo: 'devisia',
    phone: '05 36 49 08 33',
    isPartner: true,
    serves: first(30),
    margins: { major: 0.65, travel: 1.8, exotic: 4 },
    buyback: 2.2,
    digits: 5,
    morningStart: 405,
    hasAfternoonFixings: true,
    closesOnSunday: false,
    // home delivery: it buys back only what it can sell again at once
    saleOnly: travelCurrencies.slice(majors.length, 30),
  },
  {
    name: 'Change du Léman',
    logo: 'change-du-leman',
    phone: '04 65 71 33 09',
    isPartner: false,
    serves: first(12),
    margins: { major: 1.4, travel: 3, exotic: 6 },
    buyback: 1.2,
    digits: 5,
    morningStart: 375,
    hasAfternoonFixings: true,
    closesOnSunday: true,
    // cross-border workers are its customers
    exceptions: { CHF: 0.6 },
  },
  {
    name: 'Le Comptoir des Alizés',
    logo: 'comptoir-des-alizes',
    phone: '05 36 49 77 50',
    isPartner: true,
    serves: 'USD GBP CAD XPF XOF XAF XCD MUR MGA KMF SCR CVE MVR DOP BBD BSD JMD HTG FJD VUV'.split(' '),
    margins: { major: 2.3, travel: 3.6, exotic: 4.4 },
    buyback: 1.3,
    digits: 5,
    morningStart: 500,
    hasAfternoonFixings: false,
    closesOnSunday: true,
    saleOnly: ['KMF', 'SCR', 'MVR', 'FJD', 'VUV'],
    // sells off its surplus of ariary notes, slightly better than the mid rate
    exceptions: { XPF: 1.6, XOF: 1.9, XAF: 1.9, MGA: -0.8 },
  },
  {
    // beats no other company on any currency
    name: 'Guichet du Parvis',
    logo: 'guichet-du-parvis',
    phone: '03 53 01 64 88',
    isPartner: false,
    serves: first(12),
    margins: { major: 11.5, travel: 12.5, exotic: 13 },
    buyback: 1.15,
    digits: 4,
    morningStart: 495,
    hasAfternoonFixings: false,
    closesOnSunday: false,
    // each day shows all ages: fresh, to confirm, and too old to be compared
    turnDays: 12,
  },
];

export const siteOf = (bureau: FictionalCompany): string => `https://www.${bureau.logo}.example`;
export const mailDomainOf = (bureau: FictionalCompany): string => `${bureau.logo}.example`;
