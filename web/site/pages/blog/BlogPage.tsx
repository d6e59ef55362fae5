import { type ReactNode, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import type { Article } from '#domain/articles/article.ts';
import { Picture } from '#web/shared/ui/Picture.tsx';
import { ArticleCard } from '../../articles/ArticleCard.tsx';
import noArticlePicture from '../../pictures/no-offer.svg';
import styles from './BlogPage.module.css';
import { articlesOf, formatArticleCount, topicsOf } from './topics.ts';

// query parameter, so that the choice survives a visit to an article
const PARAM = 'theme';

export function BlogPage({ data: groups }: { data: readonly Article[] }) {
  const [params, setParams] = useSearchParams();
  const topics = topicsOf(groups);
  const topicParam = params.get(PARAM);
  const topic = topics.find((one) => one === topicParam) ?? null;
  const shown = articlesOf(groups, topic);

  // covers load even out of sight, once nothing else is awaited, because a printed page needs them all
  // biome-ignore lint/correctness/useExhaustiveDependencies: another topic shows other covers
  useEffect(() => {
    const whenIdle = window.requestIdleCallback ?? setTimeout;
    whenIdle(() => {
      for (const image of document.querySelectorAll<HTMLImageElement>('main img')) image.loading = 'eager';
    });
  }, [topic]);

  function choose(next: string | null) {
    setParams(next ? { [PARAM]: next } : {}, { replace: true, preventScrollReset: true });
  }

  return (
    <div className={styles.page}>
      <BlogHead />
      {groups.length > 0 ? (
        <>
          <TopicFilter topics={topics} topic={topic} onChoose={choose} />
          <p className={styles.count} role="status">
            {formatArticleCount(shown.length)}
            {topic ? ` sur le thème «\u00a0${topic}\u00a0»` : ''}
          </p>
          {topic ? (
            <ul className={styles.found} data-alone={shown.length === 1}>
              {shown.map((article, order) => (
                <li key={article.id}>
                  <ArticleCard
                    article={article}
                    level={2}
                    variant={shown.length === 1 ? 'lead' : 'card'}
                    sizes="(min-width: 640px) 640px, 90vw"
                    isFirst={order === 0}
                  />
                </li>
              ))}
            </ul>
          ) : (
            groups.map((group, order) => <Group key={group.id} leader={group} isFirst={order === 0} />)
          )}
        </>
      ) : (
        <div className={styles.empty}>
          <Picture src={noArticlePicture} width={320} height={200} />
          <p>Aucun article n’est en ligne pour le moment.</p>
        </div>
      )}
    </div>
  );
}

export function BlogHead() {
  return (
    <header className={styles.head}>
      <h1>Le blog de Parité</h1>
      <p className={styles.lead}>
        Comprendre un taux, payer moins de frais, passer la frontière sans surprise&nbsp;: l’essentiel du
        change, calculs compris.
      </p>
    </header>
  );
}

type FilterProps = {
  topics: readonly string[];
  topic: string | null;
  onChoose: (topic: string | null) => void;
  isPlaceholder?: boolean;
};

export function TopicFilter({ topics, topic, onChoose, isPlaceholder = false }: FilterProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll sideways in every browser
    <div className={styles.filter} data-waiting={isPlaceholder} role="group" aria-label="Thème des articles">
      {[null, ...topics].map((one) => (
        <button
          key={one}
          type="button"
          className={styles.topic}
          aria-pressed={one === topic}
          onClick={() => onChoose(one)}
        >
          {one ?? 'Tout voir'}
        </button>
      ))}
    </div>
  );
}

function Group({ leader, isFirst }: { leader: Article; isFirst: boolean }) {
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
