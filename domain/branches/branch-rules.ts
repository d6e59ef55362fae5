import { isDay } from '../text/day.ts';
import type { ValidationError } from '../validation/draft.ts';
import { line } from '../validation/texts.ts';
import type { Closure } from './branch.ts';
import { checkSpans } from './typed-week.ts';

const MIN_PERCENT = -50;

export function postcodeOf(country: string) {
  return (text: string): ValidationError | undefined =>
    country.trim().toUpperCase() !== 'FR' || /^\d{5}$/.test(text)
      ? undefined
      : { code: 'invalid_postcode', message: 'Un code postal français a cinq chiffres.' };
}

export function commune(text: string): ValidationError | undefined {
  return /^(\d{5}|2[AB]\d{3})$/i.test(text)
    ? undefined
    : { code: 'invalid_commune', message: 'Le code INSEE d’une commune a cinq caractères.' };
}

export function country(text: string): ValidationError | undefined {
  return /^[a-z]{2}$/i.test(text)
    ? undefined
    : { code: 'invalid_country', message: 'Le pays est un code de deux lettres, par exemple FR.' };
}

/** Accepts a decimal comma and a typographic minus. null: empty or no number. */
export function readNumber(typed: string): number | null {
  const text = typed.trim().replace(',', '.').replace('\u2212', '-');
  return /^[+-]?\d{1,3}(\.\d{1,12})?$/.test(text) ? Number(text) : null;
}

export function checkPosition(
  typed: string,
  other: string,
  most: number,
  message: string,
): ValidationError | undefined {
  if (typed.trim() === '') {
    return other.trim() === ''
      ? undefined
      : { code: 'invalid_position', message: 'Donnez la latitude et la longitude, ou aucune des deux.' };
  }
  const number = readNumber(typed);
  return number !== null && Math.abs(number) <= most ? undefined : { code: 'invalid_position', message };
}

/** A percentage above 0 would bypass the plausibility check of the company's rate (decision 028). */
export function checkPercent(typed: string): ValidationError | undefined {
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
 * Accepts only days, months, weeks and times. The library guesses at other words (Di is Tuesday in German), and knows
 * the public holidays of one country only; ours have a field of their own.
 */
export function checkHours(typed: string): ValidationError | undefined {
  const hours = withoutEmptyRules(typed);
  if (/\b(PH|SH)\b/i.test(hours)) {
    return {
      code: 'invalid_hours',
      message:
        'Les jours fériés ne s’écrivent pas dans les horaires. Cochez «\u00a0fermé les jours fériés\u00a0».',
    };
  }
  const error = checkSpans(hours);
  if (error) return { code: INVALID_HOURS.code, message: error };
  const words = hours.match(/[A-Za-z]+/g) ?? [];
  const isKnown = /^[A-Za-z0-9 :;,/[\]-]*$/.test(hours) && words.every((word) => HOURS_WORDS.has(word));
  return isKnown ? undefined : INVALID_HOURS;
}

/** Removes empty rules, because a run of them makes the library of opening hours loop forever. */
export function withoutEmptyRules(typed: string): string {
  const rules = typed.split(';').map((rule) => rule.trim().replace(/ +/g, ' '));
  return rules.filter((rule) => rule !== '').join('; ');
}

export const INVALID_HOURS: ValidationError = {
  code: 'invalid_hours',
  message: 'Ces horaires ne se lisent pas. Exemple : Mo-Fr 09:00-12:00,14:00-18:00; Sa 10:00-16:00.',
};

export function checkClosure({
  from_day,
  from_time,
  to_day,
  to_time,
  reason,
}: Closure): ValidationError | undefined {
  if (!isDay(from_day) || !isDay(to_day)) {
    return {
      code: 'invalid_closure',
      message: 'Donnez le premier et le dernier jour de chaque fermeture, entre 2000 et 2100.',
    };
  }
  if (to_day < from_day) {
    return { code: 'invalid_closure', message: 'Une fermeture finit le jour où elle commence, ou après.' };
  }
  if (![from_time, to_time].every(isTimeOrEmpty)) {
    return { code: 'invalid_closure', message: 'Une heure de fermeture s’écrit 12:00.' };
  }
  if (from_day === to_day && from_time && to_time && to_time <= from_time) {
    return { code: 'invalid_closure', message: 'Une fermeture finit après l’heure où elle commence.' };
  }
  return line('Motif')(reason);
}

function isTimeOrEmpty(text = ''): boolean {
  return text === '' || /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}
