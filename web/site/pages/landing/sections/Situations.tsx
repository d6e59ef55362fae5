import { useRef, useState } from 'react';
import { Link } from 'react-router';
import {
  type Comparator,
  changeAmount,
  changeCurrency,
  startComparator,
} from '#domain/comparator/comparator.ts';
import type { Currency } from '#domain/currencies/currency.ts';
import type { Cents } from '#domain/money/cents.ts';
import { formatAmount, formatShortAmount } from '#domain/money/format.ts';
import type { BannerArticle } from '#domain/pages/page.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Flag } from '#web/shared/ui/Flag.tsx';
import { scrollToElement } from '#web/shared/ui/scroll.ts';
import section from './Sections.module.css';
import styles from './Situations.module.css';

type Props = {
  currencies: readonly Currency[];
  articles: readonly BannerArticle[];
  onPrepare: (filled: Comparator) => void;
};

export function Situations({ currencies, articles, onPrepare }: Props) {
  const track = useRef<HTMLUListElement>(null);
  const [position, setPosition] = useState({ index: 0, isAtEnd: false });
  // spoken after an arrow was pressed, not as the list is scrolled
  const [isAsked, setAsked] = useState(false);
  const published = new Set(articles.flatMap(({ id, subs }) => [id, ...subs.map((sub) => sub.id)]));
  const shown = SITUATIONS.flatMap((situation) => {
    const filled = fillComparator(situation, currencies);
    return filled ? [{ situation, filled }] : [];
  });

  function go(by: -1 | 1) {
    setAsked(true);
    const list = track.current;
    const card = list?.children[position.index + by];
    if (!list || !(card instanceof HTMLElement)) return;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    list.scrollTo({ left: card.offsetLeft - firstOffset(list), behavior: still ? 'instant' : 'smooth' });
  }

  return (
    <section className={`${section.section} ${styles.section}`} aria-labelledby="situations-titre">
      <div className={`${section.page} ${styles.head}`}>
        <div>
          <h2 id="situations-titre" className={section.title}>
            À chaque voyage, sa façon de changer
          </h2>
          <p className={section.lead}>Un conseil, un montant, et le comparateur se remplit.</p>
        </div>
        <div className={styles.controls}>
          <p className={styles.count} aria-live={isAsked ? 'polite' : 'off'}>
            <span className="visually-hidden">Situation </span>
            <span>{`${position.index + 1} sur ${shown.length}`}</span>
          </p>
          <Arrow label="Situation précédente" isOff={position.index === 0} onClick={() => go(-1)} />
          <Arrow label="Situation suivante" isOff={position.isAtEnd} isForward onClick={() => go(1)} />
        </div>
      </div>
      <ul
        ref={track}
        className={styles.track}
        onScroll={(event) => {
          const next = scrollPosition(event.currentTarget);
          if (next.index !== position.index || next.isAtEnd !== position.isAtEnd) setPosition(next);
        }}
      >
        {shown.map(({ situation, filled }) => (
          <Card
            key={situation.title}
            situation={situation}
            filled={filled}
            isPublished={published.has(situation.article.id)}
            onPrepare={onPrepare}
          />
        ))}
      </ul>
    </section>
  );
}

type CardProps = {
  situation: Situation;
  filled: Comparator;
  isPublished: boolean;
  onPrepare: (filled: Comparator) => void;
};

function Card({ situation: { title, text, currency, article }, filled, isPublished, onPrepare }: CardProps) {
  const { offer, wish } = filled;
  const amountText = formatShortAmount(offer.currency, offer.amount ?? 0);

  function prepare() {
    onPrepare(filled);
    const comparator = document.getElementById('comparateur');
    if (!comparator) return;
    scrollToElement(comparator);
    comparator.focus({ preventScroll: true });
  }

  return (
    <li className={styles.card}>
      <div className={styles.name}>
        <Flag code={currency} size={32} lazy />
        <h3>{title}</h3>
      </div>
      <p className={styles.text}>{text}</p>
      <p className={styles.value}>
        <span>{amountText}</span>
        <span className="visually-hidden"> valent </span>
        <strong>{formatAmount(wish.currency, wish.amount ?? 0)}</strong>
        <small>au taux intermédiaire</small>
      </p>
      <div className={styles.links}>
        <Button variant="secondary" onClick={prepare}>
          <span>
            Remplir le comparateur
            <span className="visually-hidden">{` : ${amountText} en ${wish.currency}`}</span>
          </span>
        </Button>
        {isPublished ? <Link to={`/blog/view/${article.id}`}>{article.about}</Link> : null}
      </div>
    </li>
  );
}

type ArrowProps = { label: string; isForward?: boolean; isOff: boolean; onClick: () => void };

function Arrow({ label, isForward = false, isOff, onClick }: ArrowProps) {
  return (
    <button
      type="button"
      className={styles.arrow}
      aria-label={label}
      aria-disabled={isOff}
      onClick={() => {
        if (!isOff) onClick();
      }}
    >
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <path d={isForward ? 'm7.500 4 6 6-6 6' : 'm12.500 4-6 6 6 6'} />
      </svg>
    </button>
  );
}

function scrollPosition(list: HTMLUListElement) {
  const cards = [...list.children].filter((card) => card instanceof HTMLElement);
  const distances = cards.map((card) => Math.abs(card.offsetLeft - firstOffset(list) - list.scrollLeft));
  const isAtEnd = list.scrollLeft + list.clientWidth >= list.scrollWidth - 2;
  return { index: distances.indexOf(Math.min(...distances)), isAtEnd };
}

function firstOffset(list: HTMLUListElement): number {
  const [first] = list.children;
  return first instanceof HTMLElement ? first.offsetLeft : 0;
}

type Situation = {
  title: string;
  text: string;
  currency: string;
  side: 'offer' | 'wish';
  amount: Cents;
  article: { id: string; about: string };
};

const SITUATIONS: readonly Situation[] = [
  {
    title: 'Un week-end à Londres',
    text: 'La carte passe presque partout, métro et bus compris. Quelques livres suffisent pour les marchés et les imprévus.',
    currency: 'GBP',
    side: 'wish',
    amount: 10_000,
    article: { id: 'carte-ou-especes', about: 'Carte ou espèces, faire la part des deux' },
  },
  {
    title: 'Un mois au Vietnam',
    text: 'Hors des grandes villes, on paie surtout en espèces. Prenez de quoi passer les premiers jours, puis changez sur place au fur et à mesure.',
    currency: 'VND',
    side: 'wish',
    amount: 15_000,
    article: { id: 'bureau-d-aeroport', about: 'Ce que coûte un change à l’arrivée' },
  },
  {
    title: 'Retour avec des dirhams',
    text: 'Le dirham se revend d’abord au Maroc, avant le départ, reçus en main. En France, peu de bureaux le reprennent. Voyez lesquels.',
    currency: 'MAD',
    side: 'offer',
    amount: 150_000,
    article: { id: 'devises-non-convertibles', about: 'Ces devises qui restent chez elles' },
  },
  {
    title: 'Une route aux États-Unis',
    text: 'La carte règle presque tout. Gardez des petites coupures pour les pourboires. Au terminal, payez en dollars et non en euros.',
    currency: 'USD',
    side: 'wish',
    amount: 50_000,
    article: { id: 'conversion-dynamique', about: 'Refuser la conversion en euros' },
  },
  {
    title: 'Cent dollars dans un tiroir',
    text: 'Les faire racheter coûte une seconde marge. Comparez ce qu’on vous en donne, puis décidez de les garder ou non.',
    currency: 'USD',
    side: 'offer',
    amount: 10_000,
    article: { id: 'rachat-de-devises', about: 'Que faire des billets qui restent' },
  },
];

/** Comparator filled in for a situation; null: its currency is not listed. */
function fillComparator(
  { currency, side, amount }: Situation,
  currencies: readonly Currency[],
): Comparator | null {
  if (!currencies.some(({ code }) => code === currency)) return null;
  const pair = changeCurrency(startComparator(currencies), side, currency, currencies);
  return changeAmount(pair, 'offer', amount, currencies);
}
