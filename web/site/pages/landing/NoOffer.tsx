import { RADII, type Where } from '#domain/comparator/where.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Picture } from '#web/shared/ui/Picture.tsx';
import { ScrollLink } from '../../layout/ScrollLink.tsx';
import noOfferPicture from '../../pictures/no-offer.svg';
import { describeNoOffer, listFilters } from './format-filters.ts';
import styles from './Offers.module.css';
import results from './Results.module.css';
import type { Comparison, Outcome } from './use-comparison.ts';

type Found = Extract<Outcome, { status: 'found' }>;
type NoOfferProps = { outcome: Found; title: string; code: string; label: string };

export function NoOffer({ title, code, label, outcome }: NoOfferProps) {
  const { search, around, answer } = outcome;
  return (
    <div className={results.message}>
      <Picture className={results.picture} src={noOfferPicture} width={320} height={200} />
      <h2 id="offres" className={results.title} tabIndex={-1}>
        {title}
      </h2>
      {around && search.where && isElsewhere(outcome) ? (
        <>
          <p>{describeNoOffer(around.place, search.where, answer.left_out ?? 0)}</p>
          {search.where.isAirport && around.place.kind !== 'airport' ? (
            <p>
              Vous pouvez aussi chercher depuis l’aéroport lui-même.{' '}
              <ScrollLink section="comparateur">Choisir l’aéroport</ScrollLink>
            </p>
          ) : null}
        </>
      ) : (
        <>
          <p>
            {`Aucun des bureaux comparés ne propose actuellement cet échange (${label}, ${code}). Essayez une autre devise, ou revenez plus tard. Chaque bureau fixe ses taux quand il le décide.`}
          </p>
          <ScrollLink section="comparateur">Changer de devise</ScrollLink>
        </>
      )}
    </div>
  );
}

function isElsewhere({ around, answer }: Found): boolean {
  return around !== null && (answer.left_out ?? 0) > 0;
}

export function Elsewhere({ outcome, comparison }: { outcome: Found; comparison: Comparison }) {
  const { where } = outcome.search;
  if (!where || !isElsewhere(outcome)) return null;
  const [widest] = RADII;
  const count = outcome.answer.left_out ?? 0;
  const way = (label: string, next: Where | undefined) => (
    <Button
      variant={next ? 'secondary' : 'primary'}
      onClick={() => {
        comparison.change({ ...comparison.state, where: next });
        comparison.compare({ ...outcome.search, where: next });
      }}
    >
      {label}
    </Button>
  );
  return (
    <div className={styles.ways}>
      {way(`Comparer partout\u00a0: ${count} ${count === 1 ? 'bureau' : 'bureaux'}`, undefined)}
      {where.radius === widest ? null : way(`Chercher à ${widest}\u00a0km`, { ...where, radius: widest })}
      {listFilters(where).length > 0
        ? way('Sans filtre', { ...where, open: '', isAirport: false, buysBack: false })
        : null}
    </div>
  );
}
