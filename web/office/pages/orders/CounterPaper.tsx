import type { ReactNode } from 'react';
import styles from './SlipPage.module.css';

export type Fact = readonly [term: string, fact: string];

type Props = {
  // names and address of that day
  bureau: { name: string; address: string; authorisation: string };
  title: string;
  facts: readonly Fact[];
  netRate?: string;
  isStruck?: boolean;
  children?: ReactNode;
};

export function CounterPaper({ bureau, title, facts, netRate, isStruck = false, children }: Props) {
  return (
    <div className={styles.slip} data-struck={isStruck || undefined}>
      <div>
        <p className={styles.bureau}>{bureau.name}</p>
        {bureau.address ? <p>{bureau.address}</p> : null}
        {bureau.authorisation ? <p>Changeur manuel, n°&nbsp;{bureau.authorisation}</p> : null}
      </div>
      {isStruck ? <p className={styles.struck}>Annulé</p> : null}
      <p className={styles.number}>{title}</p>
      <dl className={styles.facts}>
        {facts.map(([term, fact]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
        {/* the law wants this line alone in bold */}
        {netRate ? (
          <div className={styles.net}>
            <dt>Taux net, frais compris</dt>
            <dd>
              <strong>{netRate}</strong>
            </dd>
          </div>
        ) : null}
      </dl>
      {children}
    </div>
  );
}
