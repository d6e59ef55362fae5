import { type ReactNode, useId, useState } from 'react';
import type { Comparator } from '#domain/comparator/comparator.ts';
import type { Currency } from '#domain/currencies/currency.ts';
import type { Offer, OffersAnswer } from '#domain/offers/offer.ts';
import { useTableRoom } from '#web/shared/ui/use-media-query.ts';
import { BranchCard } from './BranchCard.tsx';
import { Bureau } from './Bureau.tsx';
import { FirstAct, SecondAct } from './OfferActs.tsx';
import { OfferBar, type Scale, ScaleEnds, scaleOf } from './OfferBar.tsx';
import { DetailsToggle, OfferDetails } from './OfferDetails.tsx';
import { Amount, Cost, Partner, Terms } from './OfferFacts.tsx';
import styles from './OfferList.module.css';
import type { MapState } from './OffersWithMap.tsx';
import { bestAmong, figureLabel, type Group, groupByFreshness } from './offer-figures.ts';
import type { Around } from './use-comparison.ts';

const RANKED = 'Offres des bureaux, de la meilleure à la dernière';
const BY_DISTANCE = 'Offres des bureaux, de la plus proche à la plus lointaine, une par bureau';
const TO_CONFIRM = 'Taux à confirmer auprès du bureau';
// Width of a table with a column for the branch.
const NEAR_TABLE_REMS = 1152 / 16;

type Props = {
  answer: OffersAnswer;
  around: Around | null;
  now: Date;
  /** instant of the open states */
  moment: Date;
  search: Comparator;
  currencies: readonly Currency[];
  mapState: MapState | null;
};

type ListProps = Props & { scale: Scale; best: Offer | undefined; groups: readonly Group[] };
type OfferProps = Props & { offer: Offer; scale: Scale; isBest: boolean };

export function OfferList(props: Props) {
  const hasRoom = useTableRoom(props.around ? NEAR_TABLE_REMS : undefined) && !props.mapState?.isShown;
  const { offers } = props.answer;
  const groups = groupByFreshness(offers);
  const List = hasRoom ? Table : Cards;
  return <List scale={scaleOf(offers)} best={bestAmong(offers, props.search)} groups={groups} {...props} />;
}

function orderOf({ around, search }: Props): string {
  return around && search.where?.sort === 'distance' ? BY_DISTANCE : RANKED;
}

function captionOf(props: Props): string {
  const { offers } = props.answer;
  const hasBoth = offers[0]?.is_fresh && !offers.at(-1)?.is_fresh;
  return `${orderOf(props)}${hasBoth ? '\u00a0; les taux à confirmer à la suite' : ''}`;
}

function Table({ best, groups, ...props }: ListProps) {
  const { around } = props;
  return (
    <table className={around ? `${styles.table} ${styles.near}` : styles.table}>
      <caption className="visually-hidden">{captionOf(props)}</caption>
      <thead>
        <tr>
          <th scope="col">{figureLabel(props.search)}</th>
          <th scope="col">Bureau</th>
          {around ? (
            <th scope="col" className={styles.branch}>
              Guichet
            </th>
          ) : null}
          <th scope="col" className={styles.gap}>
            <ScaleEnds scale={props.scale} isNarrow={around !== null} />
          </th>
          <th scope="col">Coût</th>
          <th scope="col">
            <span className="visually-hidden">Choix</span>
          </th>
        </tr>
      </thead>
      {groups.map(({ isFresh, offers: group }) => (
        <tbody key={String(isFresh)}>
          {isFresh ? null : (
            <tr className={styles.toConfirm}>
              <th scope="rowgroup" colSpan={around ? 6 : 5}>
                {TO_CONFIRM}
              </th>
            </tr>
          )}
          {group.map((offer) => (
            <Row key={offer.company.name} offer={offer} isBest={offer === best} {...props} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function Row({ offer, scale, isBest, ...props }: OfferProps) {
  const { toggle, isOpen, id } = useDetails(offer);
  return (
    <>
      <tr className={isBest ? styles.best : undefined} {...markProps(offer, props.mapState)}>
        <td className={styles.received}>
          <Amount offer={offer} {...props} />
        </td>
        <th scope="row">
          <Bureau
            company={offer.company}
            badge={<Partner company={offer.company} />}
            isSmall={props.around !== null}
          />
        </th>
        {props.around ? (
          <td>
            <BranchCard offer={offer} around={props.around} now={props.moment} isInTable />
          </td>
        ) : null}
        <td>
          <OfferBar offer={offer} scale={scale} />
          <span className={styles.rate}>
            <Terms offer={offer} {...props} />
          </span>
        </td>
        <td className={styles.cost}>
          <Cost offer={offer} {...props} />
        </td>
        <td>
          <div className={styles.acts}>
            <SecondAct offer={offer} {...props} />
            <FirstAct offer={offer} {...props} />
            {toggle}
          </div>
        </td>
      </tr>
      <tr hidden={!isOpen} className={styles.opened}>
        <td colSpan={props.around ? 6 : 5}>
          <Details id={id} isOpen={isOpen}>
            <OfferDetails offer={offer} {...props} />
          </Details>
        </td>
      </tr>
    </>
  );
}

function Cards({ best, groups, ...props }: ListProps) {
  return (
    <>
      <div className={styles.scale}>
        <ScaleEnds scale={props.scale} />
      </div>
      {groups.map(({ isFresh, offers: group }) => (
        <section key={String(isFresh)} aria-labelledby={isFresh ? undefined : 'a-confirmer'}>
          {isFresh ? null : (
            <h3 id="a-confirmer" className={styles.toConfirm}>
              {TO_CONFIRM}
            </h3>
          )}
          <ol className={styles.cards} aria-label={isFresh ? orderOf(props) : TO_CONFIRM}>
            {group.map((offer) => (
              <Card key={offer.company.name} offer={offer} isBest={offer === best} {...props} />
            ))}
          </ol>
        </section>
      ))}
    </>
  );
}

function Card({ offer, scale, isBest, ...props }: OfferProps) {
  const { toggle, isOpen, id } = useDetails(offer);
  return (
    <li
      className={isBest ? `${styles.card} ${styles.best}` : styles.card}
      {...markProps(offer, props.mapState)}
    >
      <div className={styles.line}>
        <p className={styles.received}>
          <span className="visually-hidden">{`${figureLabel(props.search)} `}</span>
          <Amount offer={offer} {...props} />
        </p>
        <div className={styles.acts}>
          <SecondAct offer={offer} {...props} />
          <FirstAct offer={offer} {...props} />
        </div>
      </div>
      <OfferBar offer={offer} scale={scale} />
      <div className={`${styles.line} ${styles.who}`}>
        {props.mapState?.isShown ? (
          <span className={styles.rank} aria-hidden="true">
            {props.answer.offers.indexOf(offer) + 1}
          </span>
        ) : null}
        <Bureau company={offer.company} badge={null} isSmall />
        <span className={styles.cost}>
          <Cost offer={offer} {...props} />
        </span>
      </div>
      <div className={styles.line}>
        <Terms offer={offer} {...props}>
          <Partner company={offer.company} />
        </Terms>
        {toggle}
      </div>
      <BranchCard offer={offer} around={props.around} now={props.moment} />
      <Details id={id} isOpen={isOpen}>
        <OfferDetails offer={offer} {...props} />
      </Details>
    </li>
  );
}

function useDetails(offer: Offer) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const toggle = <DetailsToggle offer={offer} id={id} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />;
  return { id, isOpen, toggle };
}

function Details({ id, isOpen, children }: { id: string; isOpen: boolean; children: ReactNode }) {
  return (
    <div id={id} className={styles.details} hidden={!isOpen}>
      {isOpen ? children : null}
    </div>
  );
}

function markProps({ company: { name } }: Offer, mapState: MapState | null) {
  if (!mapState) return {};
  return {
    tabIndex: -1,
    'data-offer': name,
    'data-marked': mapState.marked === name,
    onPointerEnter: () => mapState.mark(name),
    onPointerLeave: () => mapState.mark(null),
    onFocus: () => mapState.mark(name),
    onBlur: () => mapState.mark(null),
  };
}
