import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { Answer } from '#domain/api.ts';
import type { Currency } from '#domain/currencies/currency.ts';
import { amountOf, type Cents, centsOf } from '#domain/money/cents.ts';
import { formatAmount, formatShortAmount } from '#domain/money/format.ts';
import type { Offer } from '#domain/offers/offer.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { formatRecent } from '#web/shared/dates.ts';
import { formatShortDay } from '#web/shared/short-day.ts';
import { Badge } from '#web/shared/ui/Badge.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { Bureau } from '../Bureau.tsx';
import { chooseOffer } from '../choose-offer.ts';
import { formatSearch } from '../format.ts';
import type { Outcome } from '../use-comparison.ts';
import { useNow } from '../use-now.ts';
import styles from './Partners.module.css';
import section from './Sections.module.css';

type Props = { currencies: readonly Currency[]; outcome: Outcome };

export function Partners({ currencies, outcome }: Props) {
  const element = useRef<HTMLElement>(null);
  const isInView = useInView(element);
  const { compared, retry } = useCompared(outcome, currencies, isInView);
  return (
    <section
      ref={element}
      className={`${section.section} ${section.raised}`}
      aria-labelledby="partenaires-titre"
    >
      <div className={`${section.page} ${styles.columns}`}>
        <div className={styles.words}>
          <h2 id="partenaires-titre" className={section.title}>
            Les bureaux partenaires
          </h2>
          <p className={section.lead}>
            Un partenaire porte le badge{' '}
            <span className={styles.badge}>
              <Badge tone="partner">Partenaire</Badge>.
            </span>{' '}
            Ces bureaux préparent la bêta avec nous.
          </p>
          <p className={styles.rule}>
            Le badge n’avantage personne&nbsp;: le rang reste celui du classement.
          </p>
        </div>
        <div className={styles.offers}>
          {compared === 'failed' ? (
            <Notice
              tone="failure"
              action={
                <Button variant="secondary" onClick={retry}>
                  Réessayer
                </Button>
              }
            >
              Les offres des partenaires n’ont pas pu être chargées.
            </Notice>
          ) : null}
          {compared === null ? <Skeleton lines={5} variant="list" isStill={!isInView} /> : null}
          {compared !== null && compared !== 'failed' ? <PartnerOffers {...compared} /> : null}
        </div>
      </div>
    </section>
  );
}

function PartnerOffers({ search, answer, at, isExample }: Compared) {
  const now = useNow();
  const ranked = answer.offers.map((each, index) => ({ offer: each, rank: index + 1 }));
  const partners = ranked.filter((each) => each.offer.company.is_partner);
  return (
    <>
      <p className={styles.origin}>
        {isExample ? (
          <>
            <span>Exemple du</span> <time dateTime={at.toISOString()}>{formatShortDay(at, at)}</time>
            <span>{` : ${search}`}</span>
          </>
        ) : (
          <span>{`Votre recherche : ${search}`}</span>
        )}
      </p>
      {partners.length === 0 ? (
        <p className={styles.none}>Aucun bureau partenaire dans cette comparaison.</p>
      ) : (
        <ol className={isExample ? styles.list : styles.ranks}>
          {partners.map((each) =>
            isExample ? (
              <Partner key={each.offer.company.name} {...each} total={answer.total} now={now} />
            ) : (
              // offer and link, in the list of the search
              <li key={each.offer.company.name}>
                {`${each.offer.company.name}, rang ${each.rank} sur ${answer.total}`}
              </li>
            ),
          )}
        </ol>
      )}
    </>
  );
}

function Partner({ offer, rank, total, now }: { offer: Offer; rank: number; total: number; now: Date }) {
  const { company, co_offer, updated_at } = offer;
  return (
    <li className={styles.partner}>
      <Bureau company={company}>
        <span>{`Rang ${rank} sur ${total}, taux fixé`}</span>{' '}
        <time dateTime={updated_at}>{formatRecent(new Date(updated_at), now)}</time>
      </Bureau>
      <div className={styles.choice}>
        <p className={styles.received}>{formatAmount(co_offer.currency, centsOf(co_offer.amount) ?? 0)}</p>
        <Button variant="secondary" size="small" onClick={() => void chooseOffer(company.site)}>
          <span>
            <span>Aller sur le site</span>
            <span className="visually-hidden" translate="no">{` : ${company.name}`}</span>
          </span>
        </Button>
      </div>
    </li>
  );
}

type Compared = {
  search: string;
  answer: Answer<'POST /api/public/offers'>;
  at: Date;
  isExample: boolean;
};

const EXAMPLE: Cents = 50_000;

function useCompared(outcome: Outcome, currencies: readonly Currency[], isWanted: boolean) {
  const [example, setExample] = useState<Compared | 'failed' | null>(null);
  const own = ownSearch(outcome, currencies);
  const isMissing = isWanted && outcome.status === 'none' && example === null;

  const fetchExample = useCallback(
    (signal?: AbortSignal) => {
      compareExample(currencies, signal).then(setExample, (error) => {
        if (signal?.aborted) return;
        setExample('failed');
        if (!(error instanceof ApiFailure)) throw error;
      });
    },
    [currencies],
  );

  useEffect(() => {
    if (!isMissing) return;
    const left = new AbortController();
    fetchExample(left.signal);
    return () => left.abort();
  }, [isMissing, fetchExample]);

  return { compared: own ?? example, retry: () => fetchExample() };
}

function ownSearch(outcome: Outcome, currencies: readonly Currency[]): Compared | null {
  if (outcome.status !== 'found') return null;
  const { search, answer, at } = outcome;
  const { currency } = search.typed === 'wish' ? search.offer : search.wish;
  return {
    search: `${formatSearch(search)} ${search.typed === 'wish' ? 'contre' : 'en'} ${named(currency, currencies)}`,
    answer,
    at,
    isExample: false,
  };
}

async function compareExample(currencies: readonly Currency[], signal?: AbortSignal): Promise<Compared> {
  const [base = '', counterpart = ''] = currencies.map(({ code }) => code);
  const answer = await call('POST /api/public/offers', {
    body: { offer: { currency: base, amount: amountOf(EXAMPLE) }, wish: { currency: counterpart } },
    ...(signal ? { signal } : {}),
  });
  return {
    search: `${formatShortAmount(base, EXAMPLE)} en ${named(counterpart, currencies)}`,
    answer,
    at: new Date(),
    isExample: true,
  };
}

function named(code: string, currencies: readonly Currency[]): string {
  return `${code}, ${currencies.find((currency) => currency.code === code)?.label ?? code}`;
}

function useInView(element: RefObject<Element | null>): boolean {
  const [wasSeen, setSeen] = useState(false);
  useEffect(() => {
    if (wasSeen || !element.current) return;
    const observer = new IntersectionObserver((entries) =>
      setSeen(entries.some(({ isIntersecting }) => isIntersecting)),
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [wasSeen, element]);
  return wasSeen;
}
