import { useState } from 'react';
import type { Comparator } from '#domain/comparator/comparator.ts';
import { countFilters, startWhere, type Where } from '#domain/comparator/where.ts';
import { formatShortAmount } from '#domain/money/format.ts';
import { metresBetween } from '#domain/places/distance.ts';
import { formatMetres } from '#domain/places/format-metres.ts';
import type { Place } from '#domain/places/place.ts';
import { positionOf } from '../../format-distance.ts';
import { FilterSheet } from './FilterSheet.tsx';
import styles from './Filters.module.css';
import { formatOpenFilter } from './format-filters.ts';
import type { MapState } from './OffersWithMap.tsx';
import { figureOf } from './offer-figures.ts';
import type { Comparison, Outcome } from './use-comparison.ts';

type Props = {
  search: Comparator;
  place: Place;
  comparison: Comparison;
  mapState: MapState | null;
};

export function Filters({ search, place, comparison, mapState }: Props) {
  const [isOpen, setOpen] = useState(false);
  const where = search.where ?? startWhere('');
  const count = countFilters(where);
  const toggle = (label: string, isOn: boolean, change: Partial<Where>) => (
    <button
      type="button"
      className={`${styles.chip} ${styles.wide}`}
      aria-pressed={isOn}
      onClick={() => comparison.refine({ ...where, ...change })}
    >
      {label}
    </button>
  );
  return (
    <fieldset className={styles.filters}>
      <legend className="visually-hidden">Filtrer et classer les offres</legend>
      {toggle('Ouvert maintenant', where.open === 'now', { open: where.open === 'now' ? '' : 'now' })}
      {toggle('Par distance', where.sort === 'distance', {
        sort: where.sort === 'distance' ? 'amount' : 'distance',
      })}
      <button type="button" className={styles.chip} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {count > 0 ? `Filtrer · ${count}` : 'Filtrer'}
      </button>
      {mapState ? (
        <button
          type="button"
          className={styles.chip}
          aria-expanded={mapState.isShown}
          aria-controls="carte"
          onClick={() => mapState.show(!mapState.isShown)}
        >
          Carte
        </button>
      ) : null}
      <FilterSheet
        isOpen={isOpen}
        search={search}
        where={where}
        place={place}
        onDismiss={() => setOpen(false)}
        onChoose={(chosen) => {
          setOpen(false);
          comparison.refine(chosen);
        }}
      />
    </fieldset>
  );
}

export function ExcludedOffers({ outcome }: { outcome: Extract<Outcome, { status: 'found' }> }) {
  const { answer, search } = outcome;
  const count = answer.left_out ?? 0;
  const detour = describeDetour(outcome);
  return (
    <div className={styles.leftOut}>
      {outcome.around ? (
        <p>
          {`Distances à vol d’oiseau, ${outcome.around.here ? 'de votre position' : 'du centre du lieu choisi'}.`}
        </p>
      ) : null}
      {detour ? <p>{detour}</p> : null}
      {count > 0 && search.where ? <p>{describeLeftOut(count, search.where)}</p> : null}
    </div>
  );
}

/** “12 bureaux n’ont pas de guichet d’aéroport à moins de 20 km.” */
function describeLeftOut(count: number, where: Where): string {
  const bureaux = count === 1 ? '1 bureau n’a' : `${count} bureaux n’ont`;
  const kind = `${where.isAirport ? ' d’aéroport' : ''}${formatOpenFilter(where, 1)}${where.buysBack ? ' qui reprend ce qui reste' : ''}`;
  return `${bureaux} pas de guichet${kind} à moins de ${where.radius}\u00a0km.`;
}

/**
 * Example: 'Devisia remet € 8 de plus que le plus proche, à 1,2 km au lieu de 400 m.'; null: the best is
 * the nearest.
 */
function describeDetour({ answer, around, search }: Extract<Outcome, { status: 'found' }>): string | null {
  const from = around?.here ?? around?.place;
  // sorted by amount, a company may have a nearer branch than the listed one
  if (!from || search.typed === 'wish' || search.where?.sort !== 'distance') return null;
  const doors = answer.offers.flatMap((offer) => {
    const at = offer.branch && positionOf(offer.branch);
    return at ? [{ offer, metres: metresBetween(from, at) }] : [];
  });
  const [first] = doors;
  if (!first) return null;
  const nearest = doors.reduce((a, b) => (b.metres < a.metres ? b : a));
  const worth = ({ offer }: typeof first) => (offer.is_fresh ? offer.co_offer.amount : 0);
  const best = doors.reduce((a, b) => (worth(b) > worth(a) ? b : a));
  if (!nearest.offer.is_fresh) return null;
  const [much, less] = [best, nearest].map(({ offer }) => figureOf(offer, search));
  if (!much || !less || much.amount <= less.amount || best.metres - nearest.metres < 100) return null;
  if (best.offer.branch?.is_rough || nearest.offer.branch?.is_rough) return null;
  const more = formatShortAmount(much.currency, Math.round((much.amount - less.amount) * 100));
  return `${best.offer.company.name} remet ${more} de plus que le plus proche, à ${formatMetres(best.metres)} au lieu de ${formatMetres(nearest.metres)}.`;
}
