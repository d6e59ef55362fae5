/** What an administrator, the command line or its own link does to a bureau or a user, in French. */
export const auditActions = {
  'company.added': 'Bureau ajouté',
  'company.edited': 'Bureau modifié',
  'company.logo_set': 'Logo changé',
  'company.suspended': 'Bureau suspendu',
  'company.resumed': 'Bureau rétabli',
  'company.second_factor': 'Double authentification exigée ou non',
  'user.invited': 'Utilisateur invité',
  'user.invited_again': 'Invitation renvoyée',
  'user.edited': 'Utilisateur modifié',
  'user.link_shown': 'Lien de mot de passe montré',
  'user.password_set': 'Mot de passe créé par un lien',
  'user.suspended': 'Utilisateur suspendu',
  'user.resumed': 'Utilisateur rétabli',
  'user.factors_removed': 'Double authentification retirée',
  'fixing.held': 'Taux retenu',
  'fixing.accepted': 'Taux retenu accepté',
  'fixing.refused': 'Taux retenu refusé',
  'fixing.suspended': 'Achat ou vente d’une devise suspendus ou repris',
} as const;
export type AuditAction = keyof typeof auditActions;
