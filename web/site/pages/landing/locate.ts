import { roundPosition } from '#domain/places/distance.ts';
import type { Place, Position } from '#domain/places/place.ts';
import { call } from '#web/shared/api/client.ts';

const LONGEST_WAIT_MS = 10_000;
// error code of the Geolocation API
const PERMISSION_DENIED = 1;

type Located =
  | { place: Place; here: Position; failure?: undefined }
  | { place: null; here: null; failure: string };

const not = (failure: string): Located => ({
  place: null,
  here: null,
  failure: `${failure} Indiquez plutôt une commune.`,
});

/**
 * Commune of the browser's position. Only the position rounded to about 1 km leaves the device; the exact
 * one stays in the page's memory.
 */
export async function locate(): Promise<Located> {
  let here: Position;
  try {
    here = await askPosition();
  } catch (error) {
    const isRefused = (error as Partial<GeolocationPositionError> | undefined)?.code === PERMISSION_DENIED;
    return not(
      isRefused
        ? 'Votre navigateur ne donne pas votre position à ce site.'
        : 'Votre position n’a pas pu être trouvée.',
    );
  }
  try {
    const { place } = await call('POST /api/public/places/nearest', { body: roundPosition(here) });
    return place ? { place, here } : not('Aucune commune de France n’est près de vous.');
  } catch {
    return not('Votre commune n’a pas pu être cherchée.');
  }
}

function askPosition(): Promise<Position> {
  return new Promise((resolve, reject) => {
    // undefined on an insecure page, against the types
    const { geolocation }: Partial<Navigator> = navigator;
    if (!geolocation) return reject(new Error('no geolocation'));
    geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lon: coords.longitude }),
      reject,
      { enableHighAccuracy: false, maximumAge: 60_000, timeout: LONGEST_WAIT_MS },
    );
  });
}
