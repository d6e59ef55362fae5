import { type Ref, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { BranchDraft } from '#domain/branches/branch-draft.ts';
import { addressOfPlace } from '#domain/branches/place-address.ts';
import type { Place } from '#domain/places/place.ts';
import { call } from '#web/shared/api/client.ts';
import { SearchCombobox } from '../../forms/SearchCombobox.tsx';
import styles from './BranchForm.module.css';

type Props = {
  ref: Ref<HTMLInputElement>;
  form: Pick<UseFormReturn<BranchDraft>, 'control' | 'getValues' | 'setValue'>;
  error: string | undefined;
};

export function PlaceField({ ref, form: { control, getValues, setValue }, error }: Props) {
  const [city, commune] = useWatch({ control, name: ['city', 'commune'] });
  const [chosen, setChosen] = useState<Place | null>(null);

  function choose(place: Place | null) {
    setChosen(place);
    const known = place ? addressOfPlace(place, getValues('postcode')) : { city: '', commune: '' };
    for (const [field, value] of Object.entries(known)) {
      // text fields and the kind, whose single value fits too
      setValue(field as 'city', value, { shouldDirty: true });
    }
  }

  const shown: Place | null =
    city === '' ? null : { kind: 'commune', code: commune, label: city, postcodes: [], lat: 0, lon: 0 };
  return (
    <SearchCombobox<Place>
      ref={ref}
      label="Commune"
      hint={formatPostcodes(chosen)}
      placeholder="Commune, code postal ou aéroport"
      error={error}
      value={shown}
      find={findPlaces}
      labelOf={({ label }) => label}
      keyOf={({ kind, code }) => `${kind} ${code}`}
      emptyText="Aucun lieu trouvé. Tapez une commune, un code postal ou le code d’un aéroport."
      onChoose={choose}
    >
      {({ label, kind, postcodes }) => (
        <span className={styles.place}>
          {label}
          <span className={styles.soft}>{kind === 'airport' ? 'Aéroport' : shorten(postcodes)}</span>
        </span>
      )}
    </SearchCombobox>
  );
}

function findPlaces(q: string, signal: AbortSignal): Promise<Place[]> {
  return call('GET /api/places', { query: { q }, signal });
}

function formatPostcodes(place: Place | null): string {
  if (!place || place.postcodes.length < 2) return 'Commune de l’agence, ou son aéroport';
  return `Codes postaux\u00a0: ${shorten(place.postcodes)}`;
}

function shorten(postcodes: readonly string[]): string {
  const [first = '', ...others] = postcodes;
  return others.length > 2 ? `${first} à ${others.at(-1)}` : postcodes.join(', ');
}
