import { useRevalidator, useRouteError } from 'react-router';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import styles from './Failure.module.css';

/** In place of a page whose data did not come: why, and a way to try again. */
export function Failure() {
  const error = useRouteError();
  const { revalidate } = useRevalidator();
  if (!(error instanceof ApiFailure)) console.error(error);
  return (
    <section className={styles.failure} role="alert">
      <h1>La page n’a pas pu être affichée.</h1>
      <p>{error instanceof ApiFailure ? error.message : 'Une erreur inattendue est survenue.'}</p>
      <Button onClick={() => void revalidate()}>Réessayer</Button>
    </section>
  );
}
