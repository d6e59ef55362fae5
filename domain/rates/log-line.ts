import type { FixingLog } from './fixing.ts';

/** spec 9: the first letters of name and surname; 'ADM' without a surname, 'UNK' without a user. */
export function logInitials(user: FixingLog['user']): string {
  if (!user) return 'UNK';
  const [first] = user.name.trim();
  const [last] = user.surname.trim();
  return last === undefined ? 'ADM' : `${first ?? ''}${last}`.toLocaleUpperCase('fr');
}

/** spec 9: the time in UTC as 'DhMM': '7h05'. */
export function logTime(at: Date): string {
  return `${at.getUTCHours()}h${String(at.getUTCMinutes()).padStart(2, '0')}`;
}
