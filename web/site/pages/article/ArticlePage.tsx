import type { ArticleView } from '#domain/articles/article.ts';
import { SafeHtml } from '#web/shared/html/SafeHtml.tsx';
import { ArticleCard } from '../../articles/ArticleCard.tsx';
import { NewsletterBox } from '../../newsletter/NewsletterBox.tsx';
import { ArticleHead } from './ArticleHead.tsx';
import styles from './ArticlePage.module.css';
import { MissingArticle } from './MissingArticle.tsx';

const MOST_RELATED = 3;

/** One article, in the order of spec 2; null when there is none of that name. */
export function ArticlePage({ data: article }: { data: ArticleView | null }) {
  if (!article) return <MissingArticle />;
  const { publication_date, content } = article;
  return (
    <div className={styles.page}>
      <article>
        <ArticleHead article={article} />
        <div className={styles.column}>
          <p className={styles.byline}>
            <span>La rédaction de Parité</span>
            <time dateTime={publication_date}>{formatDay(publication_date)}</time>
          </p>
          <SafeHtml html={content} />
        </div>
      </article>
      <div className={styles.newsletter}>
        <NewsletterBox />
      </div>
      <Related article={article} />
    </div>
  );
}

function Related({ article: { subs, group } }: { article: ArticleView }) {
  if (subs.length === 0) return null;
  return (
    <section className={styles.related} aria-labelledby="a-lire-aussi">
      <h2 id="a-lire-aussi">À lire aussi : {group.charAt(0).toLocaleLowerCase('fr') + group.slice(1)}</h2>
      <ul className={styles.cards}>
        {subs.slice(0, MOST_RELATED).map((sub) => (
          <li key={sub.id}>
            <ArticleCard
              article={sub}
              level={3}
              variant="card"
              sizes="(min-width: 1000px) 350px, (min-width: 640px) 45vw, 90vw"
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** '18-11-2026' of '2026-11-18' (spec 9: dd-mm-yyyy). */
function formatDay(date: string): string {
  return date.split('-').reverse().join('-');
}
