import { Link } from 'react-router';
import type { ArticleView } from '#domain/articles/article.ts';
import { Badge } from '#web/shared/ui/Badge.tsx';
import { Cover } from '../../articles/Cover.tsx';
import { sayReadingTime } from '../../articles/reading-time.ts';
import styles from './ArticlePage.module.css';

/** What an article is about, in the order of spec 2, down to its cover. */
export function ArticleHead({ article }: { article: ArticleView }) {
  const { topic, reading_time, title, descriptions, image, image_alt } = article;
  return (
    <>
      <header className={styles.head}>
        <Link className={styles.back} to="/blog">
          Tous les articles
        </Link>
        <p className={styles.about}>
          <Badge tone="success">{topic}</Badge> {sayReadingTime(reading_time)}
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
