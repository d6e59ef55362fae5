import { formatTimeOfDay } from '#domain/branches/open-state.ts';
import type { Where } from '#domain/comparator/where.ts';
import { RADII } from '#domain/comparator/where.ts';
import type { Place } from '#domain/places/place.ts';
import { writeFirstOfMonth } from '#domain/text/first-of-month.ts';

const days = new Intl.DateTimeFormat('fr', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});

/** 'mercredi 25 novembre à 14 h 30' for local time 'YYYY-MM-DDTHH:MM'; unchanged for an invalid time. */
function formatLocalTime(localTime: string): string {
  const at = Date.parse(`${localTime}Z`);
  if (Number.isNaN(at)) return localTime;
  return `${writeFirstOfMonth(days.format(at))} à\u00a0${formatTimeOfDay(Math.floor(at / 60_000) % 1440)}`;
}

export function formatOpenFilter({ open }: Where, count: number): string {
  if (!open) return '';
  return ` ouvert${count > 1 ? 's' : ''} ${open === 'now' ? 'maintenant' : `le ${formatLocalTime(open)}`}`;
}

export function formatPlaceFilters(place: Place, where: Where | undefined, count: number): string {
  const near = formatNear(place);
  if (!where) return ` ${near}`;
  const { radius } = where;
  const far = radius === RADII[0] ? near : near.replace(/^près/, `à ${radius}\u00a0km au plus`);
  return `${formatKind(where)}${formatOpenFilter(where, count)} ${far}`;
}

export function formatKind({ isAirport, buysBack }: Where): string {
  return `${isAirport ? ' d’aéroport' : ''}${buysBack ? ' avec reprise' : ''}`;
}

export function listFilters(where: Where): string[] {
  const { isAirport, buysBack } = where;
  return [isAirport ? 'aéroport' : '', formatOpenFilter(where, 1).trim(), buysBack ? 'reprise' : ''].filter(
    Boolean,
  );
}

export function describeNoOffer({ label }: Place, where: Where, leftOut: number): string {
  const filters = listFilters(where);
  const bureaux = leftOut === 1 ? '1 bureau propose' : `${leftOut} bureaux proposent`;
  const filtersText = filters.length > 0 ? ` avec ce que vous demandez (${filters.join(', ')})` : '';
  return `${label}\u00a0: aucune offre à moins de ${where.radius}\u00a0km${filtersText}. Sans ces critères, ${bureaux} cet échange.`;
}

/** Label without its department or code. */
export function placeName({ label }: Place): string {
  return label.replace(/ \([^)]*\)$/, '');
}

function formatNear(place: Place): string {
  const { kind } = place;
  const name = placeName(place);
  if (kind === 'airport') return `près de l’aéroport ${name}`;
  if (name.startsWith('Le ')) return `près du ${name.slice(3)}`;
  if (name.startsWith('Les ')) return `près des ${name.slice(4)}`;
  return `près ${/^[AEIOUYÀÂÉÈÊËÎÏÔŒÛÜH]/.test(name) ? 'd’' : 'de '}${name}`;
}
