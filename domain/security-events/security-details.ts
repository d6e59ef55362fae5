import { securityEvents, securityOutcomes } from './security-events.ts';
import type { SecurityEvent } from './security-journal.ts';

const NAMES: Readonly<Record<string, string>> = {
  reason: 'raison',
  by: 'par',
  factor: 'second facteur',
  route: 'demande',
  code: 'motif',
  given: 'droits donnés',
  taken: 'droits retirés',
  sessions_ended: 'sessions fermées',
  session: 'session n°',
  link: 'lien n°',
  kind: 'événement',
  outcome: 'issue',
  user: 'utilisateur n°',
  traveller: 'voyageur n°',
  day: 'jour',
};
const FACTORS = {
  totp: 'application de codes',
  passkey: 'clé d’accès',
  recovery_code: 'code de secours',
  code: 'code',
  password: 'mot de passe',
  all: 'tous',
};
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  reason: {
    unknown: 'adresse inconnue',
    suspended: 'compte suspendu',
    awaiting_password: 'mot de passe à créer',
    wrong_password: 'mot de passe faux',
    too_many: 'trop de tentatives',
    lane_full: 'trop de codes demandés par tous',
    wrong_code: 'code faux ou qui ne sert plus',
    changed_meanwhile: 'mot de passe changé entre-temps',
    replaced: 'remplacée par une nouvelle connexion',
    ended_by_owner: 'par son propriétaire',
    ended_by_administrator: 'par un administrateur',
  },
  code: {
    forbidden: 'droits insuffisants',
    // lines of older versions
    verify_again: 'identité à confirmer de nouveau',
    second_factor_required: 'second facteur à mettre en place',
  },
  by: FACTORS,
  factor: FACTORS,
  kind: securityEvents,
  outcome: securityOutcomes,
};

export function describeDetails(details: SecurityEvent['details']): string {
  return details
    .filter(({ value }) => value !== '')
    .map(({ name, value }) => {
      if (name === 'rest') return 'autres lignes de la même minute';
      if (name === 'company') return 'bureau changé';
      return `${NAMES[name] ?? name} : ${VALUES[name]?.[value] ?? value}`;
    })
    .join(' ; ');
}
