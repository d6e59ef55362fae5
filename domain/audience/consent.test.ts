import { expect, test } from 'vitest';
import { LEAD_CONSENT, NEWSLETTER_CONSENT } from './consent.ts';

// what was agreed to is kept beside each address: who changes a sentence must know it
test('the sentences that people agree to', () => {
  expect(LEAD_CONSENT).toBe(
    'J’accepte que Parité conserve mon adresse pour m’écrire au sujet de l’accès prioritaire et de ses nouveautés.',
  );
  expect(NEWSLETTER_CONSENT).toBe(
    'En vous inscrivant, vous acceptez de recevoir la lettre d’information de Parité à cette adresse.',
  );
});
