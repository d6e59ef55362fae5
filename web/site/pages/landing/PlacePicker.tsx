import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { Place, Position } from '#domain/places/place.ts';
import { spellingsOf } from '#domain/places/search.ts';
import { matchOf, searchForm } from '#domain/text/search.ts';
import { call } from '#web/shared/api/client.ts';
import { Combobox } from '#web/shared/ui/Combobox.tsx';
import styles from './CurrencyPicker.module.css';
import { locate } from './locate.ts';

type Item = Place | 'here';

type Props = {
  anchor: RefObject<HTMLButtonElement | null>;
  code: string | undefined;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onMessage: (sentence: string) => void;
  onChoose: (place: Place, here: Position | null) => void;
};

type Found = { query: string; places: readonly Place[] | 'failed' };

export function PlacePicker({ code, onMessage, onChoose, ...popup }: Props) {
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<Found>({ query: '', places: [] });
  const trimmed = query.trim();
  const { isOpen } = popup;

  // number of the last request, since a later choice cancels a position under way
  const lastRequest = useRef(0);
  useEffect(() => {
    if (!isOpen) return;
    lastRequest.current += 1;
    setQuery('');
  }, [isOpen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once another place
  useEffect(
    () => () => {
      lastRequest.current += 1;
    },
    [code],
  );
  useEffect(() => {
    if (trimmed === '') return setFound({ query: '', places: [] });
    const typedOn = new AbortController();
    call('GET /api/public/places', { query: { q: trimmed }, signal: typedOn.signal }).then(
      (places) => setFound({ query: trimmed, places }),
      () => {
        if (!typedOn.signal.aborted) setFound({ query: trimmed, places: 'failed' });
      },
    );
    return () => typedOn.abort();
  }, [trimmed]);

  const groups = useMemo(() => {
    if (trimmed === '') return [{ title: 'Près de vous', items: ['here'] as Item[] }];
    const items: Item[] = found.places === 'failed' ? [] : filterFound(found.query, found.places, trimmed);
    return items.length === 0 ? [] : [{ title: 'Lieux', items }];
  }, [trimmed, found]);

  async function chooseHere() {
    onMessage('Recherche de votre position…');
    const mine = lastRequest.current;
    const { place, here, failure } = await locate();
    if (mine !== lastRequest.current) return;
    if (!place) return onMessage(failure);
    onMessage('');
    onChoose(place, here);
  }

  return (
    <Combobox<Item>
      {...popup}
      title="Où changer"
      hasFewRows
      search={{
        label: 'Rechercher une commune ou un aéroport',
        placeholder: 'Commune, code postal ou aéroport',
        query,
        onType: setQuery,
      }}
      groups={groups}
      found={found.query === trimmed ? describeFound(found) : ''}
      none={describeNoPlace(found, trimmed)}
      value={null}
      onChoose={(item) => {
        popup.onOpenChange(false);
        if (item === 'here') void chooseHere();
        else onChoose(item, null);
      }}
      labelOf={(item) => (item === 'here' ? 'Autour de moi' : item.label)}
      keyOf={(item) => (item === 'here' ? item : item.code)}
    >
      {(item) =>
        item === 'here' ? (
          <span className={styles.names}>
            <span className={styles.label}>Autour de moi</span>
            <span className={styles.countries}>Position demandée une fois, arrondie à 1 km</span>
          </span>
        ) : (
          <span className={styles.names}>
            <span className={styles.label}>{item.label}</span>
            <span className={styles.countries}>
              {item.kind === 'airport' ? 'Aéroport' : formatPostcodes(item.postcodes)}
            </span>
          </span>
        )
      }
    </Combobox>
  );
}

function filterFound(query: string, places: readonly Place[], trimmed: string): Place[] {
  if (query === trimmed) return [...places];
  const spellings = spellingsOf(trimmed);
  return places.filter(({ label, postcodes }) => {
    const form = searchForm(`${label} ${postcodes.join(' ')}`);
    return spellings.some((spelling) => matchOf(spelling, form));
  });
}

function formatPostcodes(postcodes: readonly string[]): string {
  const [first = '', ...others] = postcodes;
  return others.length > 2 ? `${first} à ${others.at(-1)}` : postcodes.join(', ');
}

function describeFound({ query, places }: Found): string {
  if (query === '' || places === 'failed') return '';
  if (places.length === 0) return 'Aucun lieu trouvé';
  return `${places.length} ${places.length === 1 ? 'lieu trouvé' : 'lieux trouvés'}`;
}

function describeNoPlace({ query, places }: Found, trimmed: string): string {
  if (places === 'failed')
    return 'Les lieux n’ont pas pu être cherchés. Vérifiez votre connexion, puis retapez.';
  if (query !== trimmed) return 'Recherche en cours…';
  return `Aucun lieu pour «\u00a0${trimmed}\u00a0». Essayez une commune voisine ou un code postal.`;
}
