import { type BranchDraft, EMPTY_BRANCH } from '#domain/branches/branch-draft.ts';
import { toBranchRow } from '#domain/branches/fields.ts';
import { departmentOf } from '#domain/history/area.ts';
import type { Db } from '../db/open.ts';
import { loadPlaces } from '../features/places/load-places.ts';

const OFFICE = 'Mo-Fr 09:30-12:30,14:00-18:00';
const SHOP = 'Mo-Sa 09:30-18:30';
const LONG = 'Mo-Sa 09:00-19:30; Su 11:00-18:00';
const STATION = 'Mo-Fr 07:30-20:00; Sa,Su 09:00-19:00';
const AIRPORT = 'Mo-Su 05:30-22:30';
const NIGHT = 'Mo-Th 10:00-20:00; Fr,Sa 10:00-01:00';
const MALL = 'Mo-Sa 10:00-20:00';

type Place = readonly [postcode: string, commune: string, city: string];
const paris = (district: number): Place => [String(75_000 + district), String(75_100 + district), 'Paris'];
const LYON_2: Place = ['69002', '69382', 'Lyon'];
const LYON_3: Place = ['69003', '69383', 'Lyon'];
const MARSEILLE_1: Place = ['13001', '13201', 'Marseille'];
const MARSEILLE_2: Place = ['13002', '13202', 'Marseille'];
const TOULOUSE: Place = ['31000', '31555', 'Toulouse'];
const BORDEAUX: Place = ['33000', '33063', 'Bordeaux'];
const NANTES: Place = ['44000', '44109', 'Nantes'];
const STRASBOURG: Place = ['67000', '67482', 'Strasbourg'];
const LILLE: Place = ['59000', '59350', 'Lille'];
const NICE: Place = ['06000', '06088', 'Nice'];
const FORT_DE_FRANCE: Place = ['97200', '97209', 'Fort-de-France'];

type Row = readonly [name: string, address: string, place: Place, lat: number, lon: number, hours: string];
type ExtraFields = Partial<BranchDraft>;
const station: ExtraFields = { kind: 'station' };
const airport = (access_note: string, percent: string): ExtraFields => ({
  kind: 'airport',
  access_note,
  rates: 'percent',
  percent,
  closed_on_holidays: false,
});

/** Branches per company logo; two companies have none. Streets are real, numbers and shops are not. */
const BRANCHES: Readonly<Record<string, readonly (readonly [Row, ExtraFields?])[]>> = {
  'change-des-quais': [
    [['Quai Jules-Courmont', '14 quai Jules-Courmont', LYON_2, 45.7573, 4.8381, SHOP]],
    [['Part-Dieu', '5 place Charles-Béraudier', LYON_3, 45.7605, 4.8594, STATION], station],
    [['Bellecour', '22 place Bellecour', LYON_2, 45.7578, 4.832, LONG]],
    [
      [
        'Aéroport Saint-Exupéry',
        'Aéroport Lyon-Saint-Exupéry',
        ['69125', '69299', 'Colombier-Saugnieu'],
        45.7209,
        5.0797,
        AIRPORT,
      ],
      airport('Terminal 1, niveau 0, avant la sûreté', '-9'),
    ],
  ],
  'zephyr-devises': [
    [['Cours Lafayette', '61 cours Lafayette', LYON_3, 45.7634, 4.8466, SHOP]],
    [['Perrache', '14 cours de Verdun-Rambaud', LYON_2, 45.7489, 4.8264, STATION], station],
    [['Vieux-Port', '38 quai du Port', MARSEILLE_2, 43.2963, 5.3696, LONG]],
    [['Saint-Charles', 'Square Narvik', MARSEILLE_1, 43.3027, 5.3805, STATION], station],
    [
      [
        'Aéroport Marseille-Provence',
        'Aéroport Marseille-Provence',
        ['13700', '13054', 'Marignane'],
        43.4386,
        5.2144,
        AIRPORT,
      ],
      { ...airport('Terminal 1, hall A, côté ville', ''), rates: 'own' },
    ],
  ],
  'or-du-voyageur': [
    [['Opéra', '18 rue Scribe', paris(9), 48.8717, 2.3304, SHOP]],
    [['Grands Boulevards', '31 boulevard Montmartre', paris(2), 48.8717, 2.3413, LONG]],
    [['Capucines', '9 boulevard des Capucines', paris(2), 48.8703, 2.3325, NIGHT]],
  ],
  'comptoir-saint-lazare': [
    [['Gare Saint-Lazare', '13 rue d’Amsterdam', paris(8), 48.8768, 2.3266, STATION], station],
    [['Madeleine', '4 place de la Madeleine', paris(8), 48.8697, 2.3244, OFFICE]],
    [
      ['Batignolles', '57 rue des Batignolles', paris(17), 48.8847, 2.3211, OFFICE],
      { needs_appointment: true },
    ],
  ],
  'escale-change': [
    [['Gare du Nord', '21 rue de Dunkerque', paris(10), 48.8805, 2.3553, STATION], station],
    [['Gare de Lyon', '20 boulevard Diderot', paris(12), 48.8449, 2.3735, STATION], station],
    [['Montparnasse', '17 boulevard de Vaugirard', paris(15), 48.8414, 2.3199, STATION], station],
    [
      [
        'Roissy – Terminal 2E',
        'Aéroport Paris-Charles-de-Gaulle',
        ['95700', '95527', 'Roissy-en-France'],
        49.0036,
        2.5716,
        '24/7',
      ],
      airport('Terminal 2E, côté piste, porte K', '-11'),
    ],
    [
      ['Orly 4', 'Aéroport Paris-Orly', ['91550', '91479', 'Paray-Vieille-Poste'], 48.7286, 2.3597, AIRPORT],
      airport('Orly 4, arrivées, côté ville', '-10'),
    ],
  ],
  'boreal-change': [
    [['Lille-Flandres', '2 place des Buisses', LILLE, 50.6366, 3.0707, STATION], station],
    [['Grand-Place', '11 rue Esquermoise', LILLE, 50.6382, 3.0619, SHOP]],
    [
      ['Euralille', '100 avenue Willy-Brandt', ['59777', '59350', 'Lille'], 50.6376, 3.0752, MALL],
      { kind: 'mall' },
    ],
  ],
  'bourse-du-port': [
    [['Canebière', '43 la Canebière', MARSEILLE_1, 43.2968, 5.3778, SHOP]],
    [['Joliette', '9 place de la Joliette', MARSEILLE_2, 43.3045, 5.3667, OFFICE]],
  ],
  'maison-astier': [
    [['Cours de l’Intendance', '27 cours de l’Intendance', BORDEAUX, 44.8421, -0.5774, OFFICE]],
    [
      ['Saint-Jean', 'Rue Charles-Domercq', ['33800', '33063', 'Bordeaux'], 44.8259, -0.5562, STATION],
      station,
    ],
    [['Rue Crébillon', '15 rue Crébillon', NANTES, 47.2131, -1.5617, SHOP]],
    [['Gare de Nantes', '27 boulevard de Stalingrad', NANTES, 47.2175, -1.5417, STATION], station],
  ],
  'change-du-capitole': [
    [['Capitole', '6 place du Capitole', TOULOUSE, 43.6044, 1.4433, LONG]],
    [
      ['Matabiau', '64 boulevard Pierre-Semard', ['31500', '31555', 'Toulouse'], 43.6113, 1.4537, STATION],
      station,
    ],
    [['Jean-Jaurès', '25 allées Jean-Jaurès', TOULOUSE, 43.6065, 1.4508, SHOP]],
  ],
  aerochange: [
    [['Promenade des Anglais', '33 promenade des Anglais', NICE, 43.6945, 7.2604, LONG], { kind: 'hotel' }],
    [['Nice-Ville', '12 avenue Thiers', NICE, 43.7045, 7.2619, STATION], station],
    [
      [
        'Aéroport Nice-Côte d’Azur',
        'Rue Costes-et-Bellonte',
        ['06200', '06088', 'Nice'],
        43.6653,
        7.2149,
        AIRPORT,
      ],
      airport('Terminal 1, départs, avant la sûreté', '-9.5'),
    ],
  ],
  'guichet-du-parvis': [
    [['Cathédrale', '3 place de la Cathédrale', STRASBOURG, 48.5818, 7.7502, LONG]],
    [['Gare de Strasbourg', '20 place de la Gare', STRASBOURG, 48.5851, 7.7344, STATION], station],
    [['Kléber', '10 place Kléber', STRASBOURG, 48.5836, 7.7459, SHOP]],
  ],
  'comptoir-des-alizes': [
    [['Front de mer', '24 rue de la Liberté', FORT_DE_FRANCE, 14.6041, -61.0685, OFFICE]],
  ],
};

// Areas of the daily offers of a company, with the highest percentage that a branch there sets its rates off by.
export function areasOf(logo: string): ReadonlyMap<string, string> {
  const areas = new Map<string, string>();
  for (const [[, , [, commune], lat, lon], { kind, percent } = {}] of BRANCHES[logo] ?? []) {
    const airport = kind === 'airport' ? loadPlaces().airportAt({ lat, lon }) : null;
    const own = percent || '0';
    for (const area of [departmentOf(commune), airport?.code]) {
      if (!area) continue;
      const known = areas.get(area);
      if (known === undefined || Number(known) < Number(own)) areas.set(area, own);
    }
  }
  return areas;
}

export async function seedBranches(
  db: Db,
  companyIds: ReadonlyMap<string, number>,
  phones: ReadonlyMap<string, string>,
  createdAt: Date,
): Promise<void> {
  const rows = Object.entries(BRANCHES).flatMap(([logo, branches]) => {
    const company_id = companyIds.get(logo);
    if (company_id === undefined) throw new Error(`no bureau has the logo ${logo}`);
    return branches.map(([row, extra = {}]) => {
      const { closures, ...branch } = toBranchRow(draftOf(row, { phone: phones.get(logo) ?? '', ...extra }));
      return { ...branch, company_id, created_at: createdAt, updated_at: createdAt };
    });
  });
  await db.insertInto('branches').values(rows).execute();
}

function draftOf([name, address, place, lat, lon, hours]: Row, extra: ExtraFields): BranchDraft {
  const [postcode, commune, city] = place;
  return {
    ...EMPTY_BRANCH,
    name,
    address,
    postcode,
    commune,
    city,
    lat: `${lat}`,
    lon: `${lon}`,
    hours,
    ...extra,
  };
}
