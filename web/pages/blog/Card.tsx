import { articlePath } from '#domain/pages/address.ts';
import type { ArticleCardView } from '#domain/pages/page.ts';
import { Badge } from '#web/shared/ui/Badge.tsx';
import card from '../../site/articles/ArticleCard.module.css';
import { useSite } from '../site.ts';

type Props = { article: ArticleCardView; isFirst?: boolean };

// Card of web/site/articles without a script.
export function Card({ article, isFirst = false }: Props) {
  const { id, image, topic, readingTime, title, description } = article;
  return (
    <article className={card.article} data-variant="card">
      <PageCover image={image} alt="" sizes="(min-width: 640px) 350px, 90vw" isFirst={isFirst} />
      <div>
        <p className={card.about}>
          <Badge tone="success">{topic}</Badge> {`${readingTime}\u00a0min de\u00a0lecture`}
        </p>
        <h3 className={card.title}>
          <a href={articlePath(id)}>{title}</a>
        </h3>
        <p className={card.description}>{description}</p>
      </div>
    </article>
  );
}

type CoverProps = { image: string; alt: string; sizes: string; isFirst: boolean };

export function PageCover({ image, alt, sizes, isFirst }: CoverProps) {
  const { imagesUrl } = useSite();
  const stem = `${imagesUrl}/articles/${encodeURIComponent(image)}`;
  return (
    <span className={card.frame}>
      <img
        className={card.cover}
        src={`${stem}.webp`}
        srcSet={`${stem}-600.webp 600w, ${stem}.webp 1200w`}
        width={1200}
        height={675}
        sizes={sizes}
        alt={alt}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding="async"
      />
    </span>
  );
}
