import type { Position } from './place.ts';

// Position of pasted coordinates or of a link of OpenStreetMap, in degrees. null: the text has none.
export function readPosition(text: string): Position | null {
  const typed = text.trim();
  const found = /^(https?:|geo:)/i.test(typed) ? readLink(typed) : readPair(typed);
  return found && Math.abs(found.lat) <= 90 && Math.abs(found.lon) <= 180 ? found : null;
}

const DEGREES = String.raw`-?\d{1,3}(?:\.\d{1,12})?`;

// Marker of the link, else the middle of its map.
function readLink(link: string): Position | null {
  const at = (pattern: string) => positionOf(new RegExp(pattern).exec(link));
  return (
    at(`[?&]mlat=(${DEGREES})&mlon=(${DEGREES})`) ??
    at(`#map=[\\d.]+/(${DEGREES})/(${DEGREES})`) ??
    at(`^geo:(${DEGREES}),(${DEGREES})`)
  );
}

// Pairs such as '45.7606, 4.8593', '45,7606 ; 4,8593' and '45.7606° N, 4.8593° E'.
function readPair(typed: string): Position | null {
  const plain = typed.replace(/\u2212/g, '-').replace(/[°º]/g, ' ');
  // commas within both numbers are decimal ones
  const isFrench = /^\D*\d{1,3},\d+\D+\d{1,3},\d+\D*$/.test(plain);
  const points = isFrench ? plain.replace(/(\d),(\d)/g, '$1.$2') : plain;
  const match =
    /^(-?\d{1,3}(?:\.\d{1,12})?)\s*([NS]?)\s*[,;/\s]\s*(-?\d{1,3}(?:\.\d{1,12})?)\s*([EOW]?)$/i.exec(points);
  if (!match) return null;
  const [, lat, north, lon, east] = match;
  const [latSign, lonSign] = [/s/i.test(north ?? '') ? -1 : 1, /[ow]/i.test(east ?? '') ? -1 : 1];
  return { lat: latSign * Number(lat), lon: lonSign * Number(lon) };
}

function positionOf(match: RegExpExecArray | null): Position | null {
  return match ? { lat: Number(match[1]), lon: Number(match[2]) } : null;
}
