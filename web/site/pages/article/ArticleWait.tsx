import { articleSlots } from '../../first-wait/slots.ts';
import { ArticleHead } from './ArticleHead.tsx';
import styles from './ArticlePage.module.css';

/** The top of an article, drawn from its data before its code is there (head.ts): what it shows stays in place. */
export function ArticleWait() {
  return (
    <div className={styles.page}>
      <article>
        <ArticleHead article={articleSlots} />
      </article>
    </div>
  );
}
