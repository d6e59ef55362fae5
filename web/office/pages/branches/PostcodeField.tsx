import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { BranchDraft } from '#domain/branches/branch-draft.ts';
import { addressOfPlace } from '#domain/branches/place-address.ts';
import { communesOf } from '#domain/branches/postcode-communes.ts';
import { MAX_PLACES, type Place } from '#domain/places/place.ts';
import { call } from '#web/shared/api/client.ts';
import { SelectField, TextField } from '#web/shared/ui/Field.tsx';
import type { BranchFormOf } from './branch-values.ts';

type Found = { postcode: string; communes: readonly Place[] };

// Postcode of France that fills in its commune and arrondissement, or offers those that share it.
export function PostcodeField({ form: { fields, text } }: { form: BranchFormOf }) {
  const [postcode, country, commune] = useWatch({
    control: fields.control,
    name: ['postcode', 'country', 'commune'],
  });
  const [found, setFound] = useState<Found | null>(null);
  const filled = useRef<{ postcode: string; code: string; lat: string; lon: string } | null>(null);
  const typed = postcode.trim();
  const isDirty = fields.formState.dirtyFields.postcode === true;
  const isAsked = isDirty && country === 'FR' && /^\d{5}$/.test(typed);

  function fill(place: Place) {
    const { city, commune: code, lat, lon } = addressOfPlace(place, typed);
    const set = (field: keyof BranchDraft, value: string) =>
      fields.setValue(field as 'city', value, { shouldDirty: true });
    set('city', city);
    set('commune', code);
    fields.clearErrors('city');
    const [oldLat, oldLon] = fields.getValues(['lat', 'lon']);
    // a position that somebody gave stays
    const isFree = oldLat === '' || (oldLat === filled.current?.lat && oldLon === filled.current?.lon);
    filled.current = { postcode: typed, code, lat, lon };
    if (!isFree) return;
    set('lat', lat);
    set('lon', lon);
  }

  const forget = useEffectEvent(() => {
    const before = filled.current;
    if (!before || before.postcode === typed || fields.getValues('commune') !== before.code) return;
    const [lat, lon] = fields.getValues(['lat', 'lon']);
    const isOurs = lat === before.lat && lon === before.lon;
    for (const field of ['city', 'commune', ...(isOurs ? (['lat', 'lon'] as const) : [])] as const)
      fields.setValue(field as 'city', '', { shouldDirty: true });
    filled.current = null;
  });
  // a commune that another postcode filled in
  useEffect(() => {
    if (typed !== '') forget();
  }, [typed]);

  const take = useEffectEvent((places: readonly Place[]) => {
    const communes = communesOf(typed, places);
    // the commune was chosen, and the postcode with it
    const isKnown = communes.some(({ code }) => code === fields.getValues('commune'));
    setFound(isKnown ? null : { postcode: typed, communes });
    const [only] = communes;
    if (!isKnown && only && communes.length === 1) fill(only);
  });
  useEffect(() => {
    if (!isAsked) return;
    const leaving = new AbortController();
    call('GET /api/places', { query: { q: typed }, signal: leaving.signal }).then(take, () => {
      // the commune is still typed by hand
    });
    return () => leaving.abort();
  }, [isAsked, typed]);
  const communes = isAsked && found?.postcode === typed ? found.communes : null;

  return (
    <>
      <TextField
        label="Code postal"
        hint={
          communes?.length === 0
            ? 'Aucune commune n’a ce code postal.'
            : 'Trouve la commune et l’arrondissement'
        }
        inputMode="numeric"
        autoComplete="off"
        {...text('postcode')}
      />
      {communes && communes.length > 1 ? (
        <SelectField
          label={`Communes du ${typed}`}
          hint={
            communes.length < MAX_PLACES
              ? undefined
              : 'Les plus peuplées. Les autres se cherchent par leur nom.'
          }
          value={communes.some(({ code }) => code === commune) ? commune : ''}
          onChange={({ currentTarget }) => {
            const chosen = communes.find(({ code }) => code === currentTarget.value);
            if (chosen) fill(chosen);
          }}
        >
          <option value="">Choisissez la commune</option>
          {communes.map(({ code, label }) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </SelectField>
      ) : null}
    </>
  );
}
