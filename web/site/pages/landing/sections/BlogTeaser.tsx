import { Link } from 'react-router';
import type { Article } from '#domain/articles/article.ts';
import { ArticleCard } from '../../../articles/ArticleCard.tsx';
import styles from './BlogTeaser.module.css';
import section from './Section.module.css';

/** The banner articles: the newest at large, the others beside it. Nothing when the blog is empty. */
export function BlogTeaser({ articles }: { articles: readonly Article[] }) {
  const [newest, ...others] = articles;
  if (!newest) return null;
  return (
    <section className={`${section.section} ${section.raised}`} aria-labelledby="blog-titre">
      <div className={section.page}>
        <div className={styles.head}>
          <h2 id="blog-titre" className={section.title}>
            Comprendre avant de changer
          </h2>
          <Link to="/blog" className={styles.all}>
            Voir tous les articles
          </Link>
        </div>
        <div className={styles.articles}>
          <ArticleCard
            article={newest}
            level={3}
            variant="card"
            sizes="(min-width: 1000px) 528px, calc(100vw - 40px)"
          />
          {others.length > 0 ? (
            <div className={styles.others}>
              {others.map((article) => (
                <ArticleCard key={article.id} article={article} level={3} variant="row" sizes="240px" />
              ))}
            </div>
          ) : null}
        </div>
      </div>
    </section>
  );
}
