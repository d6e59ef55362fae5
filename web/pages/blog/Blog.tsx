import type { BlogView } from '#domain/pages/page.ts';
import { PageHead, Part } from '../parts/Part.tsx';
import styles from './Blog.module.css';
import { Card } from './Card.tsx';

export function Blog({ view: { groups } }: { view: BlogView }) {
  return (
    <>
      <PageHead
        title="Le blog de Parité"
        lead="Comprendre un taux, payer moins de frais, passer la frontière sans surprise&nbsp;: l’essentiel du change, calculs compris."
      />
      {groups.length === 0 ? <p>Aucun article n’est en ligne pour le moment.</p> : null}
      {groups.map(({ name, articles }, order) => (
        <Part key={name} title={name}>
          <ul className={styles.cards}>
            {articles.map((article, index) => (
              <li key={article.id}>
                <Card article={article} isFirst={order === 0 && index === 0} />
              </li>
            ))}
          </ul>
        </Part>
      ))}
    </>
  );
}
