import { type Static, Type } from 'typebox';

// Rows erased of one address, by kind. `accounts`: only of people who have left; travellers' reservations stay as amounts.
export const ErasedRows = Type.Object({
  leads: Type.Integer(),
  subscriptions: Type.Integer(),
  mails: Type.Integer(),
  accounts: Type.Integer(),
  entries: Type.Integer(),
  failedLogins: Type.Integer(),
  securityEvents: Type.Integer(),
  travellers: Type.Integer(),
});
export type ErasedRows = Static<typeof ErasedRows>;

// Rows that still contain the address, because they belong to an employer or a company.
export const Remaining = Type.Object({ accounts: Type.Integer(), companies: Type.Array(Type.String()) });
export type Remaining = Static<typeof Remaining>;

export const Erasure = Type.Object({ erased: ErasedRows, remaining: Remaining, files: Type.Integer() });
export type Erasure = Static<typeof Erasure>;

export const OneAddress = Type.Object({ email: Type.String({ minLength: 1, maxLength: 254 }) });

export function isErasureEmpty({ erased }: Erasure): boolean {
  return Object.values(erased).every((count) => count === 0);
}

export function describeErased({ erased, files }: Erasure): [what: string, count: number][] {
  return [
    ['adresses de prospects effacées', erased.leads],
    ['abonnements effacés', erased.subscriptions],
    ['e-mails effacés', erased.mails],
    ['fichiers d’e-mails effacés', files],
    ['comptes effacés, un pseudonyme à leur place', erased.accounts],
    ['lignes du journal effacées', erased.entries],
    ['comptes d’échecs de connexion effacés', erased.failedLogins],
    ['lignes du journal de sécurité effacées', erased.securityEvents],
    ['comptes de voyageurs effacés', erased.travellers],
  ];
}

export function describeRemaining({ accounts, companies }: Remaining): string[] {
  const sentences = companies.map(
    (name) =>
      `Le bureau « ${name} » donne cette adresse comme contact, qui reste. Donnez-lui-en une autre dans /sittings, puis effacez de nouveau.`,
  );
  if (accounts === 0) return sentences;
  return [
    ...sentences,
    'Un compte du back-office en activité porte cette adresse, et reste. Suspendez-le dans /sittings, puis effacez de nouveau.',
  ];
}
