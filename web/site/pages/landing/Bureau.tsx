import type { ReactNode } from 'react';
import type { Offer } from '#domain/offers/offer.ts';
import { Badge } from '#web/shared/ui/Badge.tsx';
import { Logo } from '#web/shared/ui/Logo.tsx';
import styles from './Bureau.module.css';

// `isSmall`: on a card. `badge`: beside the name
type Props = { company: Offer['company']; isSmall?: boolean; badge?: ReactNode; children?: ReactNode };

export function Bureau({
  company,
  isSmall = false,
  badge = company.is_partner ? <Badge tone="partner">Partenaire</Badge> : null,
  children,
}: Props) {
  return (
    <span className={isSmall ? `${styles.bureau} ${styles.small}` : styles.bureau}>
      <Logo logo={company.logo} name={company.name} />
      <span className={styles.words}>
        <span className={styles.name} data-long={company.name.length > 30}>
          <span translate="no">{company.name}</span> {badge}
        </span>
        {children ? <span className={styles.note}>{children}</span> : null}
      </span>
    </span>
  );
}
