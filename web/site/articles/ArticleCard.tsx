import { useState } from 'react';
import { Link } from 'react-router';
import type { ArticleSummary } from '#domain/articles/article.ts';
import { Badge } from '#web/shared/ui/Badge.tsx';
import { articleImage } from '#web/shared/ui/images.ts';
import styles from './ArticleCard.module.css';

type Props = {
  article: Omit<ArticleSummary, 'image_alt' | 'group'>;
  level: 2 | 3;
  variant: 'lead' | 'row' | 'card';
  sizes: string;
  isFirst?: boolean;
};

export function ArticleCard({ article, level, variant, sizes, isFirst = false }: Props) {
  const { id, image, topic, reading_time, title, description } = article;
  const Title = `h${level}` as const;
  return (
    <article className={styles.article} data-variant={variant}>
      <Cover image={image} alt="" sizes={sizes} isFirst={isFirst} />
      <div className={styles.words}>
        <p className={styles.about}>
          <Badge tone="success">{topic}</Badge> {formatReadingTime(reading_time)}
        </p>
        <Title className={styles.title}>
          <Link to={`/blog/view/${encodeURIComponent(id)}`}>{title}</Link>
        </Title>
        <p className={styles.description}>{description}</p>
      </div>
    </article>
  );
}

type CoverProps = {
  image: string;
  alt: string;
  sizes: string;
  isFirst?: boolean;
};

export function Cover({ image, alt, sizes, isFirst = false }: CoverProps) {
  const [isMissing, setMissing] = useState(false);
  return (
    <span className={styles.frame}>
      {isMissing ? null : (
        <img
          className={styles.cover}
          {...articleImage(image)}
          sizes={sizes}
          alt={alt}
          loading={isFirst ? 'eager' : 'lazy'}
          fetchPriority={isFirst ? 'high' : 'auto'}
          decoding="async"
          onError={() => setMissing(true)}
        />
      )}
    </span>
  );
}

export function formatReadingTime(minutes: number): string {
  return `${minutes}\u00a0min de\u00a0lecture`;
}
