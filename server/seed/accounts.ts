import type { UserStatus } from '../db/schema.ts';
import { fictionalCompanies, mailDomainOf } from './companies.ts';
import { administratorScopes, agentScopes, rootScopes } from './scopes.ts';

export interface Account {
  mail: string;
  name: string;
  surname: string;
  phone: string;
  img: string;
  role: 'agent' | 'administrateur' | 'root';
  status: UserStatus;
  company: string | null;
  scopes: readonly string[];
  /** Opens with the demonstration password. The other passwords are unknown. */
  isDemo: boolean;
  // Screens that the account opens, for the lines of a start.
  shows: string;
}

/** Accounts of contract 5, in its order. */
export const demoAccounts: readonly Account[] = [
  {
    mail: 'agent@parite.example',
    name: 'Camille',
    surname: 'Roussel',
    phone: '04 65 71 12 41',
    img: 'agent-1',
    role: 'agent',
    status: 'in_service',
    company: 'change-des-quais',
    scopes: agentScopes,
    isDemo: true,
    shows: 'bureau hors bêta, écrans de la spécification',
  },
  {
    mail: 'agent2@parite.example',
    name: 'Yanis',
    surname: 'Belkacem',
    phone: '04 65 71 58 04',
    img: 'agent-2',
    role: 'agent',
    status: 'in_service',
    company: 'zephyr-devises',
    scopes: agentScopes,
    isDemo: true,
    shows: 'bureau de la bêta, commandes et réservations',
  },
  {
    mail: 'admin@parite.example',
    name: 'Hélène',
    surname: 'Morvan',
    phone: '01 99 00 10 02',
    img: '',
    role: 'administrateur',
    status: 'in_service',
    company: null,
    scopes: administratorScopes,
    isDemo: true,
    shows: 'tous les bureaux, sans traiter leurs commandes',
  },
  {
    mail: 'root@parite.example',
    name: 'Administration',
    surname: '',
    phone: '',
    img: '',
    role: 'root',
    status: 'in_service',
    company: null,
    scopes: rootScopes,
    isDemo: true,
    shows: 'tous les droits, sans bureau',
  },
  {
    mail: 'nouveau@parite.example',
    name: 'Léa',
    surname: 'Fontanel',
    phone: '04 65 71 12 43',
    img: '',
    role: 'agent',
    status: 'awaiting_password',
    company: 'change-des-quais',
    scopes: agentScopes,
    isDemo: true,
    shows: 'bureau hors bêta, mot de passe à créer',
  },
];

export function describeDemoAccounts(): string[] {
  return demoAccounts
    .filter(({ isDemo }) => isDemo)
    .map(({ mail, role, shows }) => `${mail.padEnd(24)} ${role}, ${shows}`);
}

// per company: first name, family name, status where it is not regular activity
const colleagues: Readonly<Record<string, readonly (readonly [string, string, UserStatus?])[]>> = {
  'change-des-quais': [['Bastien', 'Charvet', 'in_interim']],
  'zephyr-devises': [['Maëlys', 'Santini']],
  'or-du-voyageur': [
    ['Édouard', 'Lemercier'],
    ['Aïssatou', 'Diarra'],
    ['Paul', 'Vasseur', 'in_interim'],
  ],
  'comptoir-saint-lazare': [
    ['Nadia', 'Hamdaoui'],
    ['Guillaume', 'Perrot'],
  ],
  'escale-change': [
    ['Sofia', 'Marquès'],
    ['Théo', 'Delattre', 'in_interim'],
  ],
  'boreal-change': [['Justine', 'Vanhoutte']],
  'bourse-du-port': [
    ['Erwan', 'Le Goff'],
    ['Inès', 'Corbineau', 'awaiting_password'],
  ],
  'maison-astier': [['Henri', 'Astier']],
  'change-du-capitole': [
    ['Clémence', 'Escande'],
    ['Mathis', 'Rouquette'],
  ],
  aerochange: [['Karim', 'Oulhaci']],
  devisia: [
    ['Anouk', 'Lafitte'],
    ['Quentin', 'Sarrazin'],
    ['Mei', 'Tran', 'awaiting_password'],
  ],
  'change-du-leman': [['Corinne', 'Duvernay']],
  'comptoir-des-alizes': [
    ['Rose-May', 'Hoarau'],
    ['Teva', 'Marchand', 'in_interim'],
  ],
  'guichet-du-parvis': [['Odile', 'Champenois']],
};

export function listColleagues(): Account[] {
  return fictionalCompanies.flatMap((bureau) =>
    (colleagues[bureau.logo] ?? []).map(([name, surname, status = 'in_service']) => ({
      mail: `${toMailName(name)}.${toMailName(surname)}@${mailDomainOf(bureau)}`,
      name,
      surname,
      phone: bureau.phone,
      img: '',
      role: 'agent' as const,
      status,
      company: bureau.logo,
      scopes: agentScopes,
      isDemo: false,
      shows: '',
    })),
  );
}

function toMailName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, '-');
}
