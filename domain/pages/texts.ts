// Pages of text alone, by their path: their title, what search engines show of them.
export const TEXTS = {
  methode: {
    title: 'Comment fonctionne le comparateur',
    description:
      'Le classement des offres, les bureaux qui y figurent, la rémunération de Parité et les textes appliqués.',
  },
  'mentions-legales': {
    title: 'Mentions légales',
    description: 'L’éditeur de Parité, son hébergeur et à qui écrire.',
  },
  confidentialite: {
    title: 'Politique de confidentialité',
    description:
      'Les données que Parité enregistre quand vous comparez, réservez ou vous inscrivez, et leur durée.',
  },
  accessibilite: {
    title: 'Déclaration d’accessibilité',
    description: 'L’état de conformité du site au RGAA, et comment signaler un obstacle.',
  },
} as const;

export type TextName = keyof typeof TEXTS;

// keys of the table, in its order
export const TEXT_NAMES = Object.keys(TEXTS) as TextName[];
