export const userStatuses = ['awaiting_password', 'in_service', 'in_interim'] as const;
export type UserStatus = (typeof userStatuses)[number];

export const userStatusLabels: Readonly<Record<UserStatus, string>> = {
  awaiting_password: 'Mot de passe à créer',
  in_service: 'Activité régulière',
  in_interim: 'Intérim',
};

/** Status in company lists, where regular activity is 'actif' (spec 3). */
export type ListedStatus = 'actif' | 'awaiting_password' | 'in_interim' | 'suspended';

export function listedStatus(status: UserStatus, isSuspended: boolean): ListedStatus {
  if (isSuspended) return 'suspended';
  return status === 'in_service' ? 'actif' : status;
}

/** In company lists 'actif' is active, any other value inactive (spec 3). */
export function isActive(status: string): boolean {
  return status === 'actif';
}

export function listedStatusLabel(status: ListedStatus): string {
  if (status === 'suspended') return 'Suspendu';
  return userStatusLabels[status === 'actif' ? 'in_service' : status];
}
