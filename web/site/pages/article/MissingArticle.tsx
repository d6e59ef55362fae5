import { Link } from 'react-router';
import { Picture } from '#web/shared/ui/Picture.tsx';
import notFoundPicture from '../../pictures/not-found.svg';
import styles from './MissingArticle.module.css';

export function MissingArticle() {
  return (
    <section className={styles.missing}>
      <Picture src={notFoundPicture} width={320} height={200} />
      <h1>Cet article n’existe pas, ou n’est plus en ligne</h1>
      <p>L’adresse est peut-être incomplète. Les autres articles vous attendent sur le blog.</p>
      <p className={styles.ways}>
        <Link to="/blog">Voir tous les articles</Link>
        <Link to="/">Comparer les bureaux de change</Link>
      </p>
    </section>
  );
}
