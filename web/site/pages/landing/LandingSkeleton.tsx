import { Button } from '#web/shared/ui/Button.tsx';
import field from './AmountField.module.css';
import card from './ComparatorCard.module.css';
import { Hero } from './Hero.tsx';
import { HowItCompares } from './HowItCompares.tsx';

/** The first screen while the currencies are on their way: every thing in its place, so that nothing moves. */
export function LandingSkeleton() {
  return (
    <>
      <Hero currencies={null}>
        <div className={card.card} role="status">
          <span className="visually-hidden">Chargement du comparateur</span>
          <div className={card.bones} aria-hidden="true">
            <EmptyField label="Je donne" />
            <div className={card.between}>
              <span className={card.swap} />
              <p className={card.rate}>
                <strong>{'\u00a0'}</strong>
                Taux intermédiaire, hors marge des bureaux
              </p>
            </div>
            <EmptyField label="Je souhaite recevoir" />
            <Button type="submit" size="large" disabled>
              Comparer les offres
            </Button>
            <p className={card.note}>Sans compte, sans e-mail. Vous choisissez, le bureau vous reçoit.</p>
          </div>
        </div>
      </Hero>
      <HowItCompares />
    </>
  );
}

function EmptyField({ label }: { label: string }) {
  return (
    <div className={field.field}>
      <span className={field.label}>{label}</span>
      <div className={field.line}>
        <span className={field.room} />
      </div>
    </div>
  );
}
