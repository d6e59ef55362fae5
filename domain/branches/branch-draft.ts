import * as Type from 'typebox';
import { MAX_EMAIL, normalizeEmail } from '../audience/email.ts';
import { Id } from '../companies/company.ts';
import { draftOf, type Wrong } from '../validation/draft.ts';
import { email, line, named, optional, phone } from '../validation/texts.ts';
import { Closure, Kind, Means, OpenState, Rates } from './branch.ts';
import { regionOf } from './region.ts';
import { wrongSpan } from './typed-week.ts';

/** All of them are in the memory of each process, and are gone through in a comparison. */
export const MAX_BRANCHES = 500;
/** Those with sheets of their own are beside the ranked lists: each is looked at in every comparison of what it serves. */
export const MAX_OWN_SHEETS = 20;
export const MAX_CLOSURES = 50;
/**
 * What is said of all branches of a bureau, in bytes as the stream of changes says it: with its rates it fits in one message, which
 * ends at 900 kB (docs/decisions/0560).
 */
export const MAX_SAID_BYTES = 720_000;
const MIN_PERCENT = -50;

/** What is said of a branch. Position and percent as they are typed: empty, or a number. */
const fields = {
  name: Type.String({ maxLength: 100 }),
  kind: Kind,
  address: Type.String({ maxLength: 200 }),
  postcode: Type.String({ maxLength: 12 }),
  commune: Type.String({ maxLength: 5 }),
  city: Type.String({ maxLength: 100 }),
  country: Type.String({ maxLength: 2 }),
  lat: Type.String({ maxLength: 20 }),
  lon: Type.String({ maxLength: 20 }),
  phone: Type.String({ maxLength: 30 }),
  email: Type.String({ maxLength: MAX_EMAIL }),
  access_note: Type.String({ maxLength: 200 }),
  payment_means: Type.Array(Means, { maxItems: 10, uniqueItems: true }),
  sells: Type.Boolean(),
  buys_back: Type.Boolean(),
  takes_cards: Type.Boolean(),
  small_notes: Type.Boolean(),
  needs_appointment: Type.Boolean(),
  hours: Type.String({ maxLength: 500 }),
  closed_on_holidays: Type.Boolean(),
  closures: Type.Array(Closure, { maxItems: MAX_CLOSURES }),
  rates: Rates,
  percent: Type.String({ maxLength: 10 }),
};

export const BranchDraft = Type.Object(fields);
export type BranchDraft = Type.Static<typeof BranchDraft>;

/** A branch as the back-office shows it. */
export const Branch = Type.Object({
  ...fields,
  id: Type.Integer(),
  company_id: Type.Integer(),
  time_zone: Type.String(),
  holidays_region: Type.String(),
  is_closed: Type.Boolean(),
  updated_at: Type.String(),
});
export type Branch = Type.Static<typeof Branch>;

/** As its page shows it. `expected`: how many reservations are open there; `to_move`: of these, at hours at which it is closed. */
export const KeptBranch = Type.Object({
  ...Branch.properties,
  expected: Type.Integer(),
  to_move: Type.Integer(),
});
export type KeptBranch = Type.Static<typeof KeptBranch>;

/** `open` null: it is closed to business, has not said its hours, or they are not computed yet. */
export const ListedBranch = Type.Object({
  ...Branch.properties,
  open: Type.Union([OpenState, Type.Null()]),
});
export type ListedBranch = Type.Static<typeof ListedBranch>;

/** `id` and `updated_at` of the one that is changed, as it was seen; without them one is added, to `company_id`. */
export const BranchSave = Type.Object({
  id: Type.Optional(Id),
  updated_at: Type.Optional(Type.String({ maxLength: 30 })),
  company_id: Type.Optional(Id),
  ...fields,
});
export type BranchSave = Type.Static<typeof BranchSave>;

/** Branches of one bureau, each found by its name: with `updated_at` one that is there, as it was seen, without it a new one. */
export const BranchesImport = Type.Object({
  company_id: Type.Optional(Id),
  branches: Type.Array(
    Type.Object({ updated_at: Type.Optional(Type.String({ maxLength: 30 })), ...fields }),
    {
      minItems: 1,
      maxItems: MAX_BRANCHES,
    },
  ),
});
export type BranchesImport = Type.Static<typeof BranchesImport>;

/** How many were added, how many changed, and how many reservations of the bureau are at hours at which their branch is closed. */
export const BranchesImported = Type.Object({
  added: Type.Integer(),
  changed: Type.Integer(),
  to_move: Type.Integer(),
});
export type BranchesImported = Type.Static<typeof BranchesImported>;

export const EMPTY_BRANCH: BranchDraft = {
  name: '',
  kind: 'street',
  address: '',
  postcode: '',
  commune: '',
  city: '',
  country: 'FR',
  lat: '',
  lon: '',
  phone: '',
  email: '',
  access_note: '',
  payment_means: ['cash', 'card'],
  sells: true,
  buys_back: true,
  takes_cards: true,
  small_notes: false,
  needs_appointment: false,
  hours: 'Mo-Sa 09:30-18:30',
  closed_on_holidays: true,
  closures: [],
  rates: 'company',
  percent: '',
};

export const branchDraft = draftOf(BranchDraft, {
  name: line('Nom de l’agence', named('Donnez un nom à l’agence.')),
  address: line('Adresse'),
  postcode: (typed, { country }) => line('Code postal', optional(postcodeOf(country)))(typed),
  commune: line('Commune', optional(commune)),
  city: line('Ville', named('Donnez la ville de l’agence.')),
  country: line('Pays', country),
  lat: (typed, { lon }) => checkPosition(typed, lon, 90, 'La latitude va de -90 à 90, par exemple 45,7606.'),
  lon: (typed, { lat }) =>
    checkPosition(typed, lat, 180, 'La longitude va de -180 à 180, par exemple 4,8593.'),
  phone: line('Téléphone', optional(phone)),
  email: email('E-mail', { isOptional: true }),
  access_note: line('Accès'),
  hours: checkHours,
  closures: (closures) => closures.map(checkClosure).find((wrong) => wrong !== undefined),
  percent: (typed, { rates }) => (rates === 'percent' ? checkPercent(typed) : undefined),
});

/** What is stored of a draft in which nothing is wrong, and nothing else that was sent beside it. */
export function storedBranch(draft: BranchDraft) {
  const { kind, payment_means, sells, buys_back, takes_cards, small_notes, needs_appointment } = draft;
  const { closed_on_holidays, rates } = draft;
  const postcode = draft.postcode.trim();
  const country = draft.country.trim().toUpperCase();
  const commune = draft.commune.trim().toUpperCase();
  const { zone, region } = regionOf(country, postcode);
  return {
    ...{ kind, payment_means, sells, buys_back, takes_cards, small_notes, needs_appointment },
    ...{ postcode, country, closed_on_holidays, rates },
    name: draft.name.trim(),
    address: draft.address.trim(),
    commune: country === 'FR' && commune !== '' ? commune : null,
    city: draft.city.trim(),
    lat: readNumber(draft.lat),
    lon: readNumber(draft.lon),
    time_zone: zone,
    holidays_region: region,
    phone: draft.phone.trim(),
    email: normalizeEmail(draft.email),
    access_note: draft.access_note.trim(),
    hours: tidyHours(draft.hours),
    percent: rates === 'percent' ? String(readNumber(draft.percent)) : null,
    closures: draft.closures.map(({ from_day, to_day, reason }) => ({
      ...{ from_day, to_day },
      reason: reason.trim(),
    })),
  };
}
export type StoredBranch = ReturnType<typeof storedBranch>;

function postcodeOf(country: string) {
  return (text: string): Wrong | undefined =>
    country.trim().toUpperCase() !== 'FR' || /^\d{5}$/.test(text)
      ? undefined
      : { code: 'invalid_postcode', message: 'Un code postal français a cinq chiffres.' };
}

function commune(text: string): Wrong | undefined {
  return /^(\d{5}|2[AB]\d{3})$/i.test(text)
    ? undefined
    : { code: 'invalid_commune', message: 'Le code INSEE d’une commune a cinq caractères.' };
}

function country(text: string): Wrong | undefined {
  return /^[a-z]{2}$/i.test(text)
    ? undefined
    : { code: 'invalid_country', message: 'Le pays est un code de deux lettres, par exemple FR.' };
}

/** A decimal comma is as good as a point, and the sign of print as that of the keyboard; null: nothing, or no number. */
export function readNumber(typed: string): number | null {
  const text = typed.trim().replace(',', '.').replace('\u2212', '-');
  return /^[+-]?\d{1,3}(\.\d{1,12})?$/.test(text) ? Number(text) : null;
}

function checkPosition(typed: string, other: string, most: number, message: string): Wrong | undefined {
  if (typed.trim() === '') {
    return other.trim() === ''
      ? undefined
      : { code: 'invalid_position', message: 'Donnez la latitude et la longitude, ou aucune des deux.' };
  }
  const number = readNumber(typed);
  return number !== null && Math.abs(number) <= most ? undefined : { code: 'invalid_position', message };
}

/** None above 0: rates are judged as the bureau fixes them, and a percentage would go past that (docs/decisions/0423). */
function checkPercent(typed: string): Wrong | undefined {
  const number = readNumber(typed);
  return number !== null && number >= MIN_PERCENT && number <= 0
    ? undefined
    : {
        code: 'invalid_percent',
        message:
          'Le pourcentage va de -50 à 0, par exemple -8,5\u00a0: une agence paie au plus ce que disent les taux de son bureau.',
      };
}

const HOURS_WORDS = new Set([
  ...['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su', 'week', 'off', 'closed'],
  ...['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
]);

/**
 * What a text of hours may hold: days, months, weeks, times. The library that reads them guesses at any other word (Di is
 * Tuesday in German), and knows the public holidays of one country; those are said apart, since what they do to an opening
 * that goes past midnight is ours to say.
 */
function checkHours(typed: string): Wrong | undefined {
  const hours = tidyHours(typed);
  if (/\b(PH|SH)\b/i.test(hours)) {
    return {
      code: 'invalid_hours',
      message:
        'Les jours fériés ne s’écrivent pas dans les horaires : cochez «\u00a0fermé les jours fériés\u00a0».',
    };
  }
  const wrong = wrongSpan(hours);
  if (wrong) return { code: WRONG_HOURS.code, message: wrong };
  const words = hours.match(/[A-Za-z]+/g) ?? [];
  const isKnown = /^[A-Za-z0-9 :;,/[\]-]*$/.test(hours) && words.every((word) => HOURS_WORDS.has(word));
  return isKnown ? undefined : WRONG_HOURS;
}

/** Its rules without what is empty: on a run of these, the library that reads hours takes forever. */
function tidyHours(typed: string): string {
  const rules = typed.split(';').map((rule) => rule.trim().replace(/ +/g, ' '));
  return rules.filter((rule) => rule !== '').join('; ');
}

export const WRONG_HOURS: Wrong = {
  code: 'invalid_hours',
  message: 'Ces horaires ne se lisent pas. Exemple : Mo-Fr 09:00-12:00,14:00-18:00; Sa 10:00-16:00.',
};

function checkClosure({ from_day, to_day, reason }: Closure): Wrong | undefined {
  if (!isDay(from_day) || !isDay(to_day)) {
    return {
      code: 'invalid_closure',
      message: 'Donnez le premier et le dernier jour de chaque fermeture, entre 2000 et 2100.',
    };
  }
  if (to_day < from_day) {
    return { code: 'invalid_closure', message: 'Une fermeture finit le jour où elle commence, ou après.' };
  }
  return line('Motif')(reason);
}

function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return (
    /^2(0\d\d|100)-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(at) &&
    new Date(at).toISOString().startsWith(text)
  );
}
