import card from './ComparatorCard.module.css';
import { Hero } from './Hero.tsx';

/** The first screen while the currencies are on their way: the words, and the card's own place. */
export function LandingSkeleton() {
  return (
    <Hero currencies={null}>
      <div className={`${card.card} ${card.waiting}`} role="status">
        <span className="visually-hidden">Chargement du comparateur</span>
      </div>
    </Hero>
  );
}
