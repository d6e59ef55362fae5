import { lazy, Suspense, useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { readNumber } from '#domain/branches/branch-rules.ts';
import { metresBetween } from '#domain/places/distance.ts';
import type { Place } from '#domain/places/place.ts';
import { readPosition } from '#domain/places/read-position.ts';
import { call } from '#web/shared/api/client.ts';
import { TextField } from '#web/shared/ui/Field.tsx';
import formStyles from '../../forms/Form.module.css';
import styles from './BranchForm.module.css';
import type { BranchFormOf } from './branch-values.ts';

const PositionMap = lazy(async () => ({ default: (await import('./PositionMap.tsx')).PositionMap }));

// Position of the branch: its commune's, or a pasted one, on the map before it is saved.
export function PositionFields({ form: { fields, text } }: { form: BranchFormOf }) {
  const [lat, lon, commune] = useWatch({ control: fields.control, name: ['lat', 'lon', 'commune'] });
  const [pasted, setPasted] = useState('');
  const centre = useCommune(commune);
  const [at, by] = [readNumber(lat), readNumber(lon)];
  const position = at === null || by === null ? null : { lat: at, lon: by };
  const found = readPosition(pasted);

  function paste(typed: string) {
    const read = readPosition(typed);
    setPasted(typed);
    if (!read) return;
    for (const field of ['lat', 'lon'] as const) {
      fields.setValue(field, String(read[field]), { shouldDirty: true });
      fields.clearErrors(field);
    }
  }

  return (
    <>
      <TextField
        label="Coordonnées ou lien OpenStreetMap"
        hint="Collez par exemple 45.7606, 4.8593, ou l’adresse d’une carte centrée sur la porte."
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        value={pasted}
        error={
          pasted.trim() === '' || found ? undefined : 'Collez deux coordonnées, ou l’adresse d’une carte.'
        }
        onChange={({ currentTarget }) => paste(currentTarget.value)}
      />
      <div className={formStyles.pair}>
        <TextField label="Latitude" inputMode="decimal" autoComplete="off" {...text('lat')} />
        <TextField label="Longitude" inputMode="decimal" autoComplete="off" {...text('lon')} />
      </div>
      {position ? (
        <figure className={styles.position}>
          <Suspense fallback={<div className={styles.map} />}>
            <PositionMap
              at={position}
              centre={centre}
              label={`Carte\u00a0: ${describePosition(position, centre)}`}
            />
          </Suspense>
          <figcaption className={styles.note}>
            <strong>{describePosition(position, centre)}</strong> Tracés simplifiés, sans les rues.{' '}
            <a
              href={`https://www.openstreetmap.org/?mlat=${position.lat}&mlon=${position.lon}#map=18/${position.lat}/${position.lon}`}
              target="_blank"
              rel="noreferrer"
            >
              Voir cette position sur OpenStreetMap
            </a>{' '}
            <span className={styles.soft}>© IGN, OpenStreetMap, GSHHG, Trainline, GeoNames</span>
          </figcaption>
        </figure>
      ) : (
        <p className={styles.note}>Sans position, aucun voyageur ne trouve l’agence près de lui.</p>
      )}
    </>
  );
}

function describePosition(at: { lat: number; lon: number }, centre: Place | null): string {
  if (!centre) return 'Position de l’agence.';
  const metres = metresBetween(at, centre);
  if (metres < 30) return `Au centre de ${centre.label}. Précisez-la jusqu’à la porte.`;
  const distance =
    metres < 1_000
      ? `${Math.round(metres / 10) * 10}\u00a0m`
      : `${(metres / 1_000).toLocaleString('fr-FR', { maximumFractionDigits: 1 })}\u00a0km`;
  return `À ${distance} du centre de ${centre.label}.`;
}

function useCommune(code: string): Place | null {
  const [known, setKnown] = useState<Place | null>(null);
  useEffect(() => {
    if (code === '') return;
    const leaving = new AbortController();
    call('GET /api/places', { query: { code }, signal: leaving.signal }).then(
      ([place]) => setKnown(place ?? null),
      // the map does without the centre
      () => setKnown(null),
    );
    return () => leaving.abort();
  }, [code]);
  return known?.code === code ? known : null;
}
