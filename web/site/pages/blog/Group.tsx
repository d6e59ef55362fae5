import type { ReactNode } from 'react';
import type { Article } from '#domain/articles/article.ts';
import { ArticleCard } from '../../articles/ArticleCard.tsx';
import styles from './Blog.module.css';

/** The articles of a group under its name, its featured one first. */
export function Group({ leader, isFirst }: { leader: Article; isFirst: boolean }) {
  return (
    <GroupFrame leader={leader} isFirst={isFirst} isLong={leader.subs.length > 3}>
      {leader.subs.length > 0 ? (
        <ul className={styles.subs}>
          {leader.subs.map((sub) => (
            <li key={sub.id}>
              <ArticleCard
                article={sub}
                level={3}
                variant={leader.subs.length === 1 ? 'card' : 'row'}
                sizes="(min-width: 1000px) 460px, 90vw"
              />
            </li>
          ))}
        </ul>
      ) : null}
    </GroupFrame>
  );
}

type FrameProps = { leader: Article; isFirst: boolean; isLong: boolean; children: ReactNode };

/** A group with its featured article; `children`: the list of the others. */
export function GroupFrame({ leader, isFirst, isLong, children }: FrameProps) {
  const titleId = `groupe-${leader.id}`;
  return (
    <section className={styles.group} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.groupTitle}>
        {leader.group}
      </h2>
      <div className={styles.columns} data-many={isLong}>
        <ArticleCard
          article={leader}
          level={3}
          variant="lead"
          sizes="(min-width: 1000px) 640px, 90vw"
          isFirst={isFirst}
        />
        {children}
      </div>
    </section>
  );
}
