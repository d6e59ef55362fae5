import type { ReactNode } from 'react';
import type { Offer } from '#domain/offers/offer.ts';
import { Badge } from '#web/shared/ui/Badge.tsx';
import { Logo } from '#web/shared/ui/Logo.tsx';
import styles from './Bureau.module.css';

/** A bureau by its logo and its name, with its badge; `children` say under it what matters there. */
export function Bureau({ company, children }: { company: Offer['company']; children: ReactNode }) {
  return (
    <span className={styles.bureau}>
      <Logo logo={company.logo} name={company.name} />
      <span className={styles.words}>
        <span className={styles.name}>
          {company.name} {company.is_partner ? <Badge tone="partner">Partenaire</Badge> : null}
        </span>
        <span className={styles.note}>{children}</span>
      </span>
    </span>
  );
}
