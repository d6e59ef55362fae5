import { useRevalidator, useRouteError } from 'react-router';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Picture } from '#web/shared/ui/Picture.tsx';
import errorPicture from '../../pictures/error.svg';
import styles from './Failure.module.css';

/** In place of a page whose data did not come, or that broke: why, and a way to try again. */
export function Failure() {
  const error = useRouteError();
  const { revalidate } = useRevalidator();
  const isCall = error instanceof ApiFailure;
  return (
    <section className={styles.failure} role="alert">
      <Picture src={errorPicture} width={320} height={200} className={styles.picture} />
      <h1>La page n’a pas pu être affichée</h1>
      <p>{isCall ? error.message : 'Une erreur inattendue est survenue.'}</p>
      <Button onClick={() => (isCall ? void revalidate() : location.reload())}>Réessayer</Button>
    </section>
  );
}
