import { useSearchParams } from 'react-router';
import type { Article } from '#domain/blog/article.ts';
import { Picture } from '#web/shared/ui/Picture.tsx';
import { ArticleCard } from '../../articles/ArticleCard.tsx';
import noArticlePicture from '../../pictures/no-offer.svg';
import styles from './Blog.module.css';
import { TopicFilter } from './TopicFilter.tsx';
import { articlesOf, topicsOf } from './topics.ts';

// kept in the address: coming back from an article finds the choice again
const PARAM = 'theme';

/** The articles by group, each led by its featured one, and a filter by topic (spec 2 and 4). */
export function Blog({ data: groups }: { data: readonly Article[] }) {
  const [params, setParams] = useSearchParams();
  const topics = topicsOf(groups);
  const wanted = params.get(PARAM);
  const topic = topics.find((one) => one === wanted) ?? null;
  const shown = articlesOf(groups, topic);

  function choose(next: string | null) {
    setParams(next ? { [PARAM]: next } : {}, { replace: true, preventScrollReset: true });
  }

  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>Le blog de Parité</h1>
        <p className={styles.lead}>
          Comprendre un taux, payer moins de frais, passer la frontière sans surprise : l’essentiel du change,
          calculs compris.
        </p>
      </header>
      {groups.length > 0 ? (
        <>
          <TopicFilter topics={topics} topic={topic} onChoose={choose} />
          <p className={styles.count} role="status">
            {sayCount(shown.length)}
            {topic ? ` sur le thème « ${topic} »` : ''}
          </p>
          {topic ? (
            <ul className={styles.found} data-alone={shown.length === 1}>
              {shown.map((article, order) => (
                <li key={article.id}>
                  <ArticleCard
                    article={article}
                    level={2}
                    look={shown.length === 1 ? 'lead' : 'card'}
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

function Group({ leader, isFirst }: { leader: Article; isFirst: boolean }) {
  const titleId = `groupe-${leader.id}`;
  return (
    <section className={styles.group} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.groupTitle}>
        {leader.group}
      </h2>
      <div className={styles.columns} data-many={leader.subs.length > 3}>
        <ArticleCard
          article={leader}
          level={3}
          look="lead"
          sizes="(min-width: 1000px) 640px, 90vw"
          isFirst={isFirst}
        />
        {leader.subs.length > 0 ? (
          <ul className={styles.subs}>
            {leader.subs.map((sub) => (
              <li key={sub.id}>
                <ArticleCard
                  article={sub}
                  level={3}
                  look={leader.subs.length === 1 ? 'card' : 'row'}
                  sizes="(min-width: 1000px) 460px, 90vw"
                />
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </section>
  );
}

function sayCount(count: number): string {
  return `${count} ${count === 1 ? 'article' : 'articles'}`;
}
