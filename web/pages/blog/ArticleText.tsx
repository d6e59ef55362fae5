import type { ArticlePageView } from '#domain/pages/page.ts';
import html from '#web/shared/html/SafeHtml.module.css';
import { Badge } from '#web/shared/ui/Badge.tsx';
import article from '../../site/pages/article/ArticlePage.module.css';
import { Part } from '../parts/Part.tsx';
import styles from './Blog.module.css';
import { Card, PageCover } from './Card.tsx';
import { framedTables } from './framed-tables.ts';

// Article in the order of spec 2, but for the letter's box, which needs a script.
export function ArticleText({ view }: { view: ArticlePageView }) {
  const { article: head, group, lines, content, publishedOn, others } = view;
  return (
    <>
      <article>
        <header className={article.head}>
          <p className={article.about}>
            <Badge tone="success">{head.topic}</Badge> {`${head.readingTime}\u00a0min de\u00a0lecture`}
          </p>
          <h1 className={article.title}>{head.title}</h1>
          <ul className={article.lines}>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </header>
        <div className={article.cover}>
          <PageCover image={head.image} alt={head.imageAlt} sizes="(min-width: 960px) 880px, 92vw" isFirst />
        </div>
        <div className={article.column}>
          <p className={article.byline}>
            <span>La rédaction de Parité</span>
            <time dateTime={publishedOn}>{publishedOn.split('-').reverse().join('-')}</time>
          </p>
          <div
            className={html.text}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server at storage and at this page
            dangerouslySetInnerHTML={{ __html: framedTables(content) }}
          />
        </div>
      </article>
      {others.length > 0 ? (
        <Part title={`À lire aussi\u00a0: ${group.charAt(0).toLocaleLowerCase('fr') + group.slice(1)}`}>
          <ul className={styles.cards}>
            {others.map((other) => (
              <li key={other.id}>
                <Card article={other} />
              </li>
            ))}
          </ul>
        </Part>
      ) : null}
    </>
  );
}
