import { Link } from 'react-router';
import type { ArticleView } from '#domain/articles/article.ts';
import { SafeHtml } from '#web/shared/html/SafeHtml.tsx';
import { Badge } from '#web/shared/ui/Badge.tsx';
import { Picture } from '#web/shared/ui/Picture.tsx';
import { ArticleCard, Cover, formatReadingTime } from '../../articles/ArticleCard.tsx';
import { MessageLinks, MessagePage } from '../../layout/MessagePage.tsx';
import { NewsletterBox } from '../../newsletter/NewsletterBox.tsx';
import notFoundPicture from '../../pictures/not-found.svg';
import styles from './ArticlePage.module.css';

const MOST_RELATED = 3;

/** Article in the order of spec 2; null: unknown. */
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
      <h2 id="a-lire-aussi" className={styles.relatedTitle}>
        À lire aussi : {group.charAt(0).toLocaleLowerCase('fr') + group.slice(1)}
      </h2>
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

export function ArticleHead({ article }: { article: ArticleView }) {
  const { topic, reading_time, title, descriptions, image, image_alt } = article;
  return (
    <>
      <header className={styles.head}>
        <Link className={styles.back} to="/blog">
          Tous les articles
        </Link>
        <p className={styles.about}>
          <Badge tone="success">{topic}</Badge> {formatReadingTime(reading_time)}
        </p>
        <h1 className={styles.title}>{title}</h1>
        <ul className={styles.lines}>
          {descriptions.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </header>
      <div className={styles.cover}>
        <Cover image={image} alt={image_alt} sizes="(min-width: 960px) 880px, 92vw" isFirst />
      </div>
    </>
  );
}

function MissingArticle() {
  return (
    <MessagePage
      picture={<Picture src={notFoundPicture} width={320} height={200} />}
      title="Cet article n’existe pas, ou n’est plus en ligne"
    >
      <p>L’adresse est peut-être incomplète. Les autres articles vous attendent sur le blog.</p>
      <MessageLinks>
        <Link to="/blog">Voir tous les articles</Link>
        <Link to="/">Comparer les bureaux de change</Link>
      </MessageLinks>
    </MessagePage>
  );
}

function formatDay(date: string): string {
  return date.split('-').reverse().join('-');
}
