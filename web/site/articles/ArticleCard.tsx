import { Link } from 'react-router';
import type { ArticleSummary } from '#domain/articles/article.ts';
import { Badge } from '#web/shared/ui/Badge.tsx';
import styles from './ArticleCard.module.css';
import { Cover } from './Cover.tsx';
import { sayReadingTime } from './reading-time.ts';

type Props = {
  article: ArticleSummary;
  level: 2 | 3;
  /** `lead`: large, its cover beside the words; `row`: small, beside; `card`: the cover above */
  variant: 'lead' | 'row' | 'card';
  sizes: string;
  isFirst?: boolean;
};

/** An article among others: the whole card leads to it. */
export function ArticleCard({ article, level, variant, sizes, isFirst = false }: Props) {
  const { id, image, topic, reading_time, title, description } = article;
  const Title = `h${level}` as const;
  return (
    <article className={styles.article} data-variant={variant}>
      <Cover image={image} alt="" sizes={sizes} isFirst={isFirst} />
      <div className={styles.words}>
        <p className={styles.about}>
          <Badge tone="success">{topic}</Badge> {sayReadingTime(reading_time)}
        </p>
        <Title className={styles.title}>
          <Link to={`/blog/view/${encodeURIComponent(id)}`}>{title}</Link>
        </Title>
        <p className={styles.description}>{description}</p>
      </div>
    </article>
  );
}
