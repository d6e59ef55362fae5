import { failureKeys } from '../accounts/attempts.ts';
import { hashAccount } from '../security-events/origin.ts';

// HMACs under which failed logins and the security journal know an address.
export function journalKeys(secret: string, email: string): Buffer[] {
  return [...failureKeys(secret, email), hashAccount(secret, email)];
}
