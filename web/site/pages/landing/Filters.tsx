import { useState } from 'react';
import type { Comparator } from '#domain/comparator/comparator.ts';
import { countFilters, startWhere, type Where } from '#domain/comparator/where.ts';
import type { Place } from '#domain/places/place.ts';
import { FilterSheet } from './FilterSheet.tsx';
import styles from './Filters.module.css';
import { formatKind, formatOpenFilter } from './format-filters.ts';
import type { MapState } from './OffersWithMap.tsx';
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
  return (
    <div className={styles.leftOut}>
      {outcome.around ? (
        <p>
          {`Distances à vol d’oiseau, ${outcome.around.here ? 'de votre position' : 'du centre du lieu choisi'}.`}
        </p>
      ) : null}
      {count > 0 && search.where ? <p>{describeLeftOut(count, search.where)}</p> : null}
    </div>
  );
}

/** “12 bureaux n’ont pas de guichet d’aéroport à moins de 20 km.” */
function describeLeftOut(count: number, where: Where): string {
  const bureaux = count === 1 ? '1 bureau n’a' : `${count} bureaux n’ont`;
  const kind = `${formatKind(where)}${formatOpenFilter(where, 1)}`;
  return `${bureaux} pas de guichet${kind} à moins de ${where.radius}\u00a0km.`;
}
