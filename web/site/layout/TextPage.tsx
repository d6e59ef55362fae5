import type { MouseEvent, ReactNode } from 'react';
import { useHref, useLocation } from 'react-router';
import { scrollToElement } from '#web/shared/ui/scroll.ts';
import styles from './TextPage.module.css';

export type TextSection = { id: string; title: string; text: ReactNode };
export type Essential = { title: string; text: string };

type Props = {
  title: string;
  lead: string;
  updated: string;
  // Page in a few words, for readers who stop there.
  essentials?: readonly Essential[];
  sections: readonly TextSection[];
  children?: ReactNode;
};

// Most sections that are found without a table of contents.
const FEW = 6;

/** Page that is read. `children` end it. */
export function TextPage({ title, lead, updated, essentials, sections, children }: Props) {
  const isLong = sections.length > FEW;
  return (
    <div className={isLong ? `${styles.page} ${styles.long}` : styles.page}>
      <div className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.lead}>{lead}</p>
        {essentials ? (
          <dl className={styles.essentials}>
            {essentials.map((essential) => (
              <div key={essential.title}>
                <dt>{essential.title}</dt>
                <dd>{essential.text}</dd>
              </div>
            ))}
          </dl>
        ) : null}
      </div>
      {isLong ? <Contents sections={sections} /> : null}
      <div className={styles.text}>
        {sections.map(({ id, title: heading, text }) => (
          <section key={id}>
            <h2 id={id} tabIndex={-1}>
              {heading}
            </h2>
            {text}
          </section>
        ))}
        {children}
        <p className={styles.updated}>
          Dernière mise à jour : <time dateTime={updated}>{updated.split('-').reverse().join('-')}</time>
        </p>
      </div>
    </div>
  );
}

function Contents({ sections }: { sections: readonly TextSection[] }) {
  const here = useHref(useLocation());
  return (
    <nav className={styles.contents} aria-label="Sommaire">
      <ol>
        {sections.map(({ id, title }) => (
          <li key={id}>
            {/* the hash names the page in the application, and the section on a page of the server */}
            <a href={here.startsWith('#') ? here : `#${id}`} onClick={(event) => goTo(id, event)}>
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function goTo(id: string, event: MouseEvent) {
  const heading = document.getElementById(id);
  if (!heading || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  scrollToElement(heading);
  heading.focus({ preventScroll: true });
}
