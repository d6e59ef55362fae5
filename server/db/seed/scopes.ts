export { administratorScopes, agentScopes } from '#domain/iam/presets.ts';

/** Every scope that the product knows, with what it says to a person. */
export const scopeLabels: Readonly<Record<string, string>> = {
  '**': 'Tous les droits sur l’application',
  'dashbord.list.me': 'Voir son tableau de bord',
  'orders.list.me': 'Voir ses commandes',
  'orders.list.all': 'Voir les commandes de tous les bureaux',
  'orders.edit.me': 'Traiter les commandes de son bureau',
  'orders.edit.all': 'Traiter les commandes de tous les bureaux',
  'reservations.list.me': 'Voir ses réservations',
  'reservations.list.all': 'Voir les réservations de tous les bureaux',
  'reservations.edit.me': 'Traiter les réservations de son bureau',
  'reservations.edit.all': 'Traiter les réservations de tous les bureaux',
  'clients.list.me': 'Voir ses clients',
  'fixings.list.me': 'Voir et fixer les taux de change de son bureau',
  'fixings.list.all': 'Voir les taux de change de tous les bureaux',
  'fixings.list.*': 'Voir les taux de change, ceux de son bureau comme ceux des autres',
  'fixings.edit.all': 'Accepter ou refuser les taux retenus de tous les bureaux',
  'sittings.list.me': 'Voir les devises et leurs taux',
  'sittings.list.all': 'Voir les bureaux et leurs utilisateurs',
  'identity.photo': 'Afficher sa photo',
  'iam.sessions.list.all': 'Voir toutes les sessions ouvertes',
  'iam.users.list.all': 'Voir tous les utilisateurs',
  'iam.scopes.list.all': 'Voir tous les droits',
  'iam.*.list.all': 'Voir toutes les sessions, tous les utilisateurs et tous les droits',
  'companies.edit.all': 'Ajouter, modifier et suspendre les bureaux',
  'iam.users.edit.all': 'Inviter, modifier et suspendre les utilisateurs',
  'branches.list.me': 'Voir les agences de son bureau',
  'branches.list.all': 'Voir les agences de tous les bureaux',
  'branches.edit.me': 'Modifier les agences de son bureau',
  'branches.edit.all': 'Modifier les agences de tous les bureaux',
  'audit.list.all': 'Voir le journal des actions',
  'feeds.list.all': 'Voir l’état du flux des taux',
};

export const rootScopes: readonly string[] = ['**'];
