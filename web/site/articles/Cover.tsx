import { useState } from 'react';
import { articleImage } from '#web/shared/ui/images.ts';
import styles from './Cover.module.css';

type Props = {
  image: string;
  /** '' beside the article's title, which says it already */
  alt: string;
  /** how wide it is shown, as the browser must know before the styles */
  sizes: string;
  /** among what one sees first */
  isFirst?: boolean;
};

/** An article's cover, 16 to 9. It keeps its place while it loads; a tint stays when it does not come. */
export function Cover({ image, alt, sizes, isFirst = false }: Props) {
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
