import type { ReactNode } from 'react';
import styles from './Part.module.css';

export function PageHead({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={styles.head}>
      <h1 className={styles.title}>{title}</h1>
      {lead === undefined ? null : <p className={styles.lead}>{lead}</p>}
      {children}
    </div>
  );
}

export function Part({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className={styles.part}>
      <h2 className={styles.heading}>{title}</h2>
      {children}
    </section>
  );
}

// Content with a card beside it, on a narrow window beneath.
export function Split({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.split}>
      <div className={styles.content}>{children}</div>
      {aside}
    </div>
  );
}

export function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.panel}>
      <h2 className={styles.panelTitle}>{title}</h2>
      {children}
    </section>
  );
}

export function Columns({ children }: { children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>;
}

export type PageLink = { path: string; text: string };

export function Links({ links, isDense = false }: { links: readonly PageLink[]; isDense?: boolean }) {
  return (
    <ul className={isDense ? `${styles.links} ${styles.dense}` : styles.links}>
      {links.map(({ path, text }) => (
        <li key={path}>
          <a href={path}>{text}</a>
        </li>
      ))}
    </ul>
  );
}
