import type { ReactNode } from 'react';
import type { Offer } from '#domain/offers/offer.ts';
import { Badge } from '#web/shared/ui/Badge.tsx';
import { Logo } from '#web/shared/ui/Logo.tsx';
import styles from './Bureau.module.css';

// `isSmall`: on a card, which has the badge beside what it does not do
type Props = { company: Offer['company']; isSmall?: boolean; children?: ReactNode };

export function Bureau({ company, isSmall = false, children }: Props) {
  return (
    <span className={isSmall ? `${styles.bureau} ${styles.small}` : styles.bureau}>
      <Logo logo={company.logo} name={company.name} />
      <span className={styles.words}>
        <span className={styles.name}>
          <span translate="no">{company.name}</span>{' '}
          {company.is_partner && !isSmall ? <Badge tone="partner">Partenaire</Badge> : null}
        </span>
        {children ? <span className={styles.note}>{children}</span> : null}
      </span>
    </span>
  );
}
