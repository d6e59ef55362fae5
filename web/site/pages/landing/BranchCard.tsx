import type { OpenState } from '#domain/branches/branch.ts';
import { describeOpenState } from '#domain/branches/open-state.ts';
import type { Offer, OfferBranch } from '#domain/offers/offer.ts';
import type { Position } from '#domain/places/place.ts';
import { formatDistance, positionOf } from '../../format-distance.ts';
import styles from './BranchCard.module.css';
import type { Around } from './use-comparison.ts';

const SOON_MS = 60 * 60_000;

type Props = { offer: Offer; around: Around | null; now: Date; isInTable?: boolean };

export function BranchCard({ offer: { branch, company }, around, now, isInTable = false }: Props) {
  if (!branch) return null;
  const from = around?.here ?? around?.place;
  const at = positionOf(branch);
  const hours = formatOpenState(branch, now);
  return (
    <div className={isInTable ? `${styles.door} ${styles.cell}` : styles.door}>
      <div className={styles.where}>
        <p>
          <strong translate="no">{branch.name}</strong>
          {from && at ? <span>{`, ${formatDistance(from, at, branch.is_rough)}`}</span> : null}
        </p>
        {hours ? <p className={stateClass(branch, now)}>{hours}</p> : null}
      </div>
      {at ? (
        <>
          <a
            href={mapAddress(at, branch)}
            className={styles.go}
            aria-label={`Y aller\u00a0: ${company.name}, ${branch.name}`}
          >
            Y aller
          </a>
          <a
            href={directionsTo(at, branch)}
            className={styles.way}
            target="_blank"
            rel="noreferrer"
            aria-label={`Itinéraire vers ${company.name}, ${branch.name}, sur OpenStreetMap`}
          >
            Itinéraire
          </a>
        </>
      ) : null}
    </div>
  );
}

export function formatOpenState({ open, time_zone }: OfferBranch, now: Date): string | null {
  if (!open) return null;
  const { is_open, by_closure } = open;
  const left = millisecondsUntilChange(open, now);
  // state changed, until the page has compared again
  if (left <= 0) return is_open ? 'Vient de fermer' : 'Vient d’ouvrir';
  const changes_at = open.changes_at === null ? null : Date.parse(open.changes_at);
  return describeOpenState({ is_open, changes_at, by_closure }, now.getTime(), time_zone);
}

function stateClass({ open }: OfferBranch, now: Date): string | undefined {
  if (!open) return undefined;
  const left = millisecondsUntilChange(open, now);
  if (open.is_open === left <= 0) return styles.closed;
  return open.is_open && left <= SOON_MS ? styles.soon : styles.open;
}

function millisecondsUntilChange({ changes_at }: OpenState, now: Date): number {
  return changes_at === null ? Infinity : Date.parse(changes_at) - now.getTime();
}

/** Address for the phone's map application, by RFC 5870, or by a link on the iPhone, which ignores that. */
function mapAddress({ lat, lon }: Position, branch: OfferBranch): string {
  const { userAgent, maxTouchPoints } = navigator;
  // iPad, which calls itself a Mac, although a Mac has no touch screen
  const isApple =
    /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
  const address = postalAddressIfRough(branch);
  const name = encodeURIComponent(branch.name);
  if (isApple) return `https://maps.apple.com/?daddr=${address ?? `${lat},${lon}`}&q=${name}`;
  return `geo:${lat},${lon}?q=${address ?? `${lat},${lon}(${name})`}`;
}

function directionsTo({ lat, lon }: Position, branch: OfferBranch): string {
  return `https://www.openstreetmap.org/directions?to=${postalAddressIfRough(branch) ?? `${lat}%2C${lon}`}`;
}

/** Postal address where the position is the centre of a commune; null: the position is exact. */
function postalAddressIfRough({ is_rough, address, city }: OfferBranch): string | null {
  return is_rough && address ? encodeURIComponent(`${address}, ${city}`) : null;
}
