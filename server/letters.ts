import { audienceLetters } from './features/audience/audience.letters.ts';
import { marginLetters } from './features/margins/margins.letters.ts';
import { passwordLetters } from './features/passwords/passwords.letters.ts';
import { mailChangeLetters } from './features/profile/mail-changes.letters.ts';
import { rateLetters } from './features/rates/rates.letters.ts';
import { reservationLetters } from './features/reservations/reservations.letters.ts';
import { securityLetters } from './features/security-events/security-events.letters.ts';
import { travellerLetters } from './features/travellers/travellers.letters.ts';
import type { LetterWriters } from './mail/letter-writer.ts';

export const letterWriters: LetterWriters = {
  ...audienceLetters,
  ...marginLetters,
  ...mailChangeLetters,
  ...passwordLetters,
  ...rateLetters,
  ...reservationLetters,
  ...securityLetters,
  ...travellerLetters,
};
