import { expect, test } from 'vitest';
import { LEAD_CONSENT, NEWSLETTER_CONSENT } from './consent.ts';

// what was agreed to is kept beside each address: who changes a sentence must know it
test('the sentences of each consent', () => {
  expect(LEAD_CONSENT).toBe(
    'En envoyant votre adresse, vous acceptez que Parité vous écrive au sujet de l’accès prioritaire à la réservation en ligne et de ses nouveautés. Une simple demande suffit pour ne plus rien recevoir et la faire effacer.',
  );
  expect(NEWSLETTER_CONSENT).toBe(
    'En vous inscrivant, vous acceptez que Parité vous écrive à cette adresse pour vous envoyer sa lettre d’information. Un lien, dans chaque lettre, vous désinscrit.',
  );
});
