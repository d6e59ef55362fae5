import type { FixingLog } from './fixing.ts';

/** First letters of name and surname; 'ADM' without a surname, 'UNK' without a user (spec 9). */
export function logInitials(user: FixingLog['user']): string {
  if (!user) return 'UNK';
  const [first] = user.name.trim();
  const [last] = user.surname.trim();
  return last === undefined ? 'ADM' : `${first ?? ''}${last}`.toLocaleUpperCase('fr');
}

export function logTime(at: Date): string {
  return `${at.getUTCHours()}h${String(at.getUTCMinutes()).padStart(2, '0')}`;
}
