export const securityEvents = {
  login: 'Connexion',
  password_accepted: 'Mot de passe accepté, second facteur attendu',
  logout: 'Déconnexion',
  session_ended: 'Session fermée',
  new_device: 'Nouvel appareil',
  link_viewed: 'Lien de mot de passe montré',
  link_used: 'Lien de mot de passe suivi',
  password_asked: 'Mot de passe oublié',
  password_set: 'Mot de passe créé par un lien',
  password_changed: 'Mot de passe changé',
  identity_confirmed: 'Identité confirmée de nouveau',
  factor_added: 'Second facteur ajouté',
  factor_removed: 'Second facteur retiré',
  factor_restored: 'Second facteur remis par le lien d’un message',
  factor_used: 'Second facteur demandé',
  recovery_codes_made: 'Codes de secours créés',
  recovery_code_used: 'Code de secours utilisé',
  mail_change_asked: 'Changement d’adresse demandé',
  mail_change_cancelled: 'Changement d’adresse annulé',
  mail_changed: 'Adresse changée',
  photo_changed: 'Photo changée',
  details_changed: 'Nom ou téléphone changé',
  rights_changed: 'Droits changés',
  user_suspended: 'Compte suspendu',
  user_resumed: 'Compte rétabli',
  traveller_login: 'Connexion d’un voyageur',
  traveller_sessions_ended: 'Autres sessions fermées par leur voyageur',
  traveller_erased: 'Compte effacé par son voyageur',
  pickup_code: 'Code de retrait saisi',
  journal_exported: 'Journal de sécurité exporté',
  forbidden: 'Action refusée faute de droits',
  xsrf: 'Page refusée faute de jeton',
} as const;
export type SecurityEventKind = keyof typeof securityEvents;

/** `failure`: a wrong proof; `refused`: not checked, or not permitted. */
export const securityOutcomes = { success: 'Réussi', failure: 'Échec', refused: 'Refusé' } as const;
export type SecurityOutcome = keyof typeof securityOutcomes;
