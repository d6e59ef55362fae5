/** What an administrator, or the command line, does to a bureau or a user, in French. */
export const auditActions = {
  'company.added': 'Bureau ajouté',
  'company.edited': 'Bureau modifié',
  'company.logo_set': 'Logo changé',
  'company.suspended': 'Bureau suspendu',
  'company.resumed': 'Bureau rétabli',
  'user.invited': 'Utilisateur invité',
  'user.invited_again': 'Invitation renvoyée',
  'user.edited': 'Utilisateur modifié',
  'user.suspended': 'Utilisateur suspendu',
  'user.resumed': 'Utilisateur rétabli',
} as const;
export type AuditAction = keyof typeof auditActions;
