import { useSearchParams } from 'react-router';
import type { Article } from '#domain/articles/article.ts';
import { Picture } from '#web/shared/ui/Picture.tsx';
import { ArticleCard } from '../../articles/ArticleCard.tsx';
import noArticlePicture from '../../pictures/no-offer.svg';
import styles from './Blog.module.css';
import { BlogHead } from './BlogHead.tsx';
import { Group } from './Group.tsx';
import { TopicFilter } from './TopicFilter.tsx';
import { articlesOf, sayCount, topicsOf } from './topics.ts';

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
      <BlogHead />
      {groups.length > 0 ? (
        <>
          <TopicFilter topics={topics} topic={topic} onChoose={choose} />
          <p className={styles.count} role="status">
            {sayCount(shown.length)}
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
