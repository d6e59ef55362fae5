import { type ComponentProps, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Button } from '#web/shared/ui/Button.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { useTableRoom } from '#web/shared/ui/use-media-query.ts';
import { formatDistance, positionOf } from '../../format-distance.ts';
import { useLazyPart } from './lazy-part.ts';
import styles from './OffersWithMap.module.css';
import { bestAmong, figureOf, formatMoney } from './offer-figures.ts';
import type { Around, Outcome } from './use-comparison.ts';

// map code, heavier than the page, loaded with the map
const loadMap = () => import('./map/OfferMap.tsx');
type OfferMap = Awaited<ReturnType<typeof loadMap>>['OfferMap'];

export type MapState = {
  isShown: boolean;
  show: (isShown: boolean) => void;
  marked: string | null;
  mark: (name: string | null) => void;
};

export function useMapState(): MapState {
  const hasRoom = useTableRoom();
  const [chosen, show] = useState<boolean | null>(null);
  const [marked, mark] = useState<string | null>(null);
  return { isShown: chosen ?? hasRoom, show, marked, mark };
}

type Props = {
  outcome: Extract<Outcome, { status: 'found' }>;
  around: Around;
  mapState: MapState;
  children: ReactNode;
};

export function OffersWithMap({ outcome, around, mapState, children }: Props) {
  const hasRoom = useTableRoom();
  const map = useMemo(() => mapOffers(outcome, around), [outcome, around]);
  const list = useRef<HTMLDivElement>(null);

  function choose(name: string) {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-offer]') ?? [])];
    const row = rows.find(({ dataset }) => dataset.offer === name);
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    row?.scrollIntoView({ behavior: still ? 'instant' : 'smooth', block: 'center' });
    row?.focus({ preventScroll: true });
    mapState.mark(name);
  }

  const parts = [
    <div key="list" ref={list} className={styles.list}>
      {children}
    </div>,
    <div key="map" id="carte" className={styles.map}>
      {mapState.isShown ? (
        <LazyMap {...map} marked={mapState.marked} onMark={mapState.mark} onChoose={choose} />
      ) : null}
    </div>,
  ];
  // order on the screen, which is the order of the keys
  return (
    <div className={mapState.isShown ? styles.both : undefined}>{hasRoom ? parts : parts.reverse()}</div>
  );
}

function LazyMap(props: ComponentProps<OfferMap>) {
  const { part, hasFailed, ask } = useLazyPart(loadMap, never);
  useLayoutEffect(() => {
    if (!part) ask();
  }, [part, ask]);
  if (part) return <part.OfferMap {...props} />;
  return (
    <div className={styles.place}>
      {hasFailed ? (
        <Notice
          tone="failure"
          role="alert"
          action={
            <Button variant="secondary" onClick={ask}>
              Réessayer
            </Button>
          }
        >
          La carte n’a pas pu être chargée. Vérifiez votre connexion, puis réessayez.
        </Notice>
      ) : (
        <p role="status">Chargement de la carte…</p>
      )}
    </div>
  );
}

function mapOffers({ answer, search }: Props['outcome'], around: Around) {
  const centre = around.here ?? around.place;
  const best = bestAmong(answer.offers, search);
  const offers = answer.offers.flatMap((offer, index) => {
    const { branch } = offer;
    const at = branch && positionOf(branch);
    if (!at) return [];
    const { name } = offer.company;
    const amount = formatMoney(figureOf(offer, search));
    const label = [amount, name, branch.name, formatDistance(centre, at, branch.is_rough)].join(', ');
    return [{ name, rank: index + 1, amount, label, at, isBest: offer === best }];
  });
  const radiusMetres = (search.where?.radius ?? 0) * 1000;
  return { offers, unplaced: answer.offers.length - offers.length, centre, radiusMetres };
}

function never(): () => void {
  return () => undefined;
}
