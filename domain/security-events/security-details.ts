import { securityEvents, securityOutcomes } from './security-events.ts';
import type { SecurityEvent } from './security-journal.ts';

// Words before a value that does not say by itself what it is.
const NAMES: Readonly<Record<string, string>> = {
  by: 'par ',
  route: 'demande ',
  given: 'droits donnés\u00a0: ',
  taken: 'droits retirés\u00a0: ',
  sessions_ended: 'sessions fermées\u00a0: ',
  session: 'session n°\u00a0',
  link: 'lien n°\u00a0',
  user: 'utilisateur n°\u00a0',
  traveller: 'voyageur n°\u00a0',
  day: 'jour du ',
};
const ALONE = new Set(['reason', 'factor', 'code', 'kind', 'outcome']);
const FACTORS = {
  totp: 'application de codes',
  passkey: 'clé d’accès',
  recovery_code: 'code de secours',
  code: 'code',
  password: 'mot de passe',
  all: 'tous les seconds facteurs',
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
  const words = details.filter(({ value }) => value !== '').map(describeDetail);
  const text = words.join(', ');
  return text.charAt(0).toLocaleUpperCase('fr') + text.slice(1);
}

function describeDetail({ name, value }: SecurityEvent['details'][number]): string {
  if (name === 'rest') return 'autres lignes de la même minute';
  if (name === 'company') return 'bureau changé';
  const said = name === 'day' ? value.split('-').reverse().join('-') : (VALUES[name]?.[value] ?? value);
  return ALONE.has(name) ? said : `${NAMES[name] ?? `${name}\u00a0: `}${said}`;
}
