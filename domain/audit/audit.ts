import { type Static, Type } from 'typebox';
import { CompanyName } from '../companies/company.ts';
import { SearchText } from '../lists/page.ts';
import { Day } from '../text/day.ts';
import { Person } from '../users/person.ts';

/** `user` null: the command line. `changes`: former and new value by field. */
export const AuditEntry = Type.Object({
  id: Type.Integer(),
  at: Type.String(),
  user: Type.Union([Person, Type.Null()]),
  action: Type.String(),
  company: Type.Union([CompanyName, Type.Null()]),
  subject: Type.Union([Type.Object({ id: Type.Integer(), mail: Type.String() }), Type.Null()]),
  changes: Type.Array(Type.Object({ field: Type.String(), before: Type.Unknown(), after: Type.Unknown() })),
  companies: Type.Array(CompanyName),
});
export type AuditEntry = Static<typeof AuditEntry>;

// Newest first. `before`: id to continue from; `q`: names of companies and users; `action`: an action, or a noun for all
// of its own; `from`, `to`: days in Paris, both included.
export const AuditQuery = Type.Object({
  q: Type.Optional(SearchText),
  action: Type.Optional(Type.String({ pattern: '^[a-z]+([.][a-z_]+)?$', maxLength: 40 })),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
  before: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
});
export type AuditQuery = Static<typeof AuditQuery>;

export const auditActions = {
  'company.added': 'Bureau ajouté',
  'company.edited': 'Bureau modifié',
  'company.logo_set': 'Logo changé',
  'company.suspended': 'Bureau suspendu',
  'company.resumed': 'Bureau rétabli',
  'company.fees': 'Frais du bureau changés',
  'company.second_factor': 'Double authentification exigée ou non',
  'company.beta': 'Bureau admis à la bêta, ou retiré',
  'branch.added': 'Agence ajoutée',
  'branch.edited': 'Agence modifiée',
  'branch.closed': 'Agence fermée',
  'branch.reopened': 'Agence rouverte',
  'terms.edited': 'Conditions de réservation modifiées',
  'stocks.edited': 'Stocks modifiés',
  'user.invited': 'Utilisateur invité',
  'user.invited_again': 'Invitation renvoyée',
  'user.edited': 'Utilisateur modifié',
  'user.link_shown': 'Lien de mot de passe montré',
  'user.password_set': 'Mot de passe créé par un lien',
  'user.suspended': 'Utilisateur suspendu',
  'user.resumed': 'Utilisateur rétabli',
  'user.factors_removed': 'Double authentification retirée',
  'privacy.exported': 'Données d’une personne exportées',
  'privacy.erased': 'Données d’une personne effacées',
  'feed.imported': 'Taux intermédiaires importés',
  'board.opened': 'Adresse de l’écran des taux créée',
  'board.closed': 'Adresse de l’écran des taux retirée',
  'fixing.held': 'Taux retenu',
  'fixing.accepted': 'Taux retenu accepté',
  'fixing.refused': 'Taux retenu refusé',
  'fixing.suspended': 'Devise suspendue ou reprise',
  'fixing.resumed': 'Devise reprise à l’échéance',
} as const;
export type AuditAction = keyof typeof auditActions;

export const auditNouns = {
  company: 'Bureaux',
  branch: 'Agences',
  terms: 'Conditions',
  stocks: 'Stocks',
  user: 'Utilisateurs',
  fixing: 'Taux',
  board: 'Écrans des taux',
  feed: 'Flux des taux',
  privacy: 'Données de personnes',
} as const;

// Saved stock cell in the journal. `branch` null: the company has none; `ready` null: as every day, or none.
export type JournalStock = { branch: string | null; currency: string; ready: number | null };
