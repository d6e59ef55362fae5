import type { Imprint, Publisher } from '#domain/publisher/imprint.ts';

// defaults of the settings, for a page that no server filled
const LIMITS = { freshHours: 24, staleDays: 7, heldAbove: 3, heldOff: 50 };

let given: Imprint | null = null;

// Imprint of a page that the server renders.
export function setImprint(imprint: Imprint): void {
  given = imprint;
}

export function readImprint(): Imprint {
  if (given) return given;
  const text = document.querySelector('meta[name="imprint"]')?.getAttribute('content');
  // Imprint, as written by server/http/pages.ts
  return text ? (JSON.parse(text) as Imprint) : { isDemonstration: true, publisher: null, limits: LIMITS };
}

const OF_A_DEMONSTRATION = {
  ties: 'Les bureaux de cette démonstration sont fictifs, sans contrat réel.',
  revenue: 'Cette démonstration ne reçoit aucun paiement.',
};
const OF_NOBODY = {
  ties: 'Cette instance, fermée au public et sans éditeur, n’a de lien avec aucun bureau.',
  revenue: 'Cette instance ne reçoit aucun paiement.',
};

export function financesOf({ isDemonstration, publisher }: Imprint): Pick<Publisher, 'ties' | 'revenue'> {
  return publisher ?? (isDemonstration ? OF_A_DEMONSTRATION : OF_NOBODY);
}
