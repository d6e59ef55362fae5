import { useEffect, useRef } from 'react';
import { Button } from '#web/shared/ui/Button.tsx';
import { useLater } from '../use-later.ts';
import type { SectionsProps } from './LandingSections.tsx';
import styles from './LaterSections.module.css';
import { useInView } from './use-in-view.ts';

const loadSections = () => import('./LandingSections.tsx');

/** What comes below the first screen, in its place before it is there: nothing moves when it comes. */
export function LaterSections(props: SectionsProps) {
  const place = useRef<HTMLDivElement>(null);
  const { part, hasFailed, ask } = useLater(loadSections);
  const isInView = useInView(place, '0px');

  useEffect(() => {
    // what has failed waits for the person, who may be reading why
    if (isInView && !part && !hasFailed) ask();
  }, [isInView, part, hasFailed, ask]);

  if (part) return <part.LandingSections {...props} />;
  return (
    <div ref={place} className={styles.place}>
      {hasFailed ? (
        <div className={styles.failed} role="alert">
          <p>La suite de la page n’a pas pu être chargée. Vérifiez votre connexion, puis réessayez.</p>
          <Button variant="secondary" onClick={ask}>
            Réessayer
          </Button>
        </div>
      ) : null}
    </div>
  );
}
