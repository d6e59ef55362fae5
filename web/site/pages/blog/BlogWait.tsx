import { articleSlots, slot } from '../../first-wait/slots.ts';
import styles from './Blog.module.css';
import { BlogHead } from './BlogHead.tsx';
import { GroupFrame } from './Group.tsx';
import { TopicFilter } from './TopicFilter.tsx';

/** The top of the blog, drawn from its data before its code is there (head.ts): what it shows stays in place. */
export function BlogWait() {
  return (
    <div className={styles.page}>
      <BlogHead />
      <TopicFilter topics={[slot('topics')]} topic={null} onChoose={() => {}} isWaiting />
      <p className={styles.count}>{slot<string>('count')}</p>
      <GroupFrame leader={articleSlots} isLong={slot('isLong')} isFirst>
        <ul className={styles.subs} />
      </GroupFrame>
    </div>
  );
}
