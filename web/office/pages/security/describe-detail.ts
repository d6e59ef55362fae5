/** What the codes of the journal mean to a person; what is not known is shown as it is written. */
const NAMES: Readonly<Record<string, string>> = {
  reason: 'raison',
  route: 'demande',
  code: 'motif',
  given: 'droits donnés',
  taken: 'droits retirés',
  sessions_ended: 'sessions fermées',
  session: 'session n°',
  link: 'lien n°',
  rest: 'autres lignes de la même minute',
};
const VALUES: Readonly<Record<string, string>> = {
  unknown: 'adresse inconnue',
  suspended: 'compte suspendu',
  awaiting_password: 'mot de passe à créer',
  wrong_password: 'mot de passe faux',
  too_many: 'trop de tentatives',
  changed_meanwhile: 'mot de passe changé entre-temps',
  replaced: 'remplacée par une nouvelle connexion',
  ended_by_owner: 'par son propriétaire',
  ended_by_administrator: 'par un administrateur',
  forbidden: 'droits insuffisants',
};

export function describeDetail({ name, value }: { name: string; value: string }): string {
  if (name === 'rest') return NAMES.rest ?? '';
  return `${NAMES[name] ?? name} : ${VALUES[value] ?? value}`;
}
