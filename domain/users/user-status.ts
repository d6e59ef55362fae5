export const userStatuses = ['awaiting_password', 'in_service', 'in_interim'] as const;
export type UserStatus = (typeof userStatuses)[number];

/** spec 3 */
export const userStatusLabels: Readonly<Record<UserStatus, string>> = {
  awaiting_password: 'Mot de passe à créer',
  in_service: 'Activité régulière',
  in_interim: 'Intérim',
};

/** What company lists say of a user's status: regular activity is 'actif' there (spec 3). */
export type ListedStatus = 'actif' | 'awaiting_password' | 'in_interim' | 'suspended';

export function listedStatus(status: UserStatus, isSuspended: boolean): ListedStatus {
  if (isSuspended) return 'suspended';
  return status === 'in_service' ? 'actif' : status;
}

/** spec 3: in company lists 'actif' counts as active, any other value as inactive. */
export function isActive(status: string): boolean {
  return status === 'actif';
}

/** The French label of a status of a company list. */
export function listedStatusLabel(status: ListedStatus): string {
  if (status === 'suspended') return 'Suspendu';
  return userStatusLabels[status === 'actif' ? 'in_service' : status];
}
