import type { ReactNode } from 'react';
import styles from './TextPage.module.css';

type Props = { title: string; lead: string; updated: string; children: ReactNode };

export function TextPage({ title, lead, updated, children }: Props) {
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.lead}>{lead}</p>
      <div className={styles.text}>{children}</div>
      <p className={styles.updated}>
        Dernière mise à jour : <time dateTime={updated}>{updated.split('-').reverse().join('-')}</time>
      </p>
    </div>
  );
}
