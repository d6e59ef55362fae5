/** Scopes of a company's new agent (contract 5). */
export const agentScopes: readonly string[] = [
  'dashbord.list.me',
  'orders.list.me',
  'reservations.list.me',
  'clients.list.me',
  'fixings.list.me',
  'branches.list.me',
  'branches.edit.me',
  'sittings.list.me',
  'identity.photo',
];

export const bookingScopes: readonly string[] = ['orders.edit.me', 'reservations.edit.me', 'clients.edit.me'];

/** Scopes of an administrator of Parité, who works for no company. */
export const administratorScopes: readonly string[] = [
  'dashbord.list.me',
  'orders.list.me',
  'reservations.list.me',
  'clients.list.me',
  'dashbord.list.all',
  'orders.list.all',
  'reservations.list.all',
  'clients.list.all',
  'fixings.list.all',
  'sittings.list.all',
  'iam.*.list.all',
  'companies.edit.all',
  'branches.list.all',
  'branches.edit.all',
  'iam.users.edit.all',
  'audit.list.all',
  'feeds.list.all',
  'identity.photo',
];
