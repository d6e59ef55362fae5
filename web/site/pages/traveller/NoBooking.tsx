import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { MOST_OPEN } from '#domain/reservations/reservation.ts';
import { buttonClass } from '#web/shared/ui/Button.tsx';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import styles from './Traveller.module.css';

export function NoExchange() {
  return (
    <Empty title="Que souhaitez-vous réserver ?" way="Comparer les offres">
      Comparez les offres, puis choisissez «&nbsp;Réserver&nbsp;».
    </Empty>
  );
}

export function NoReservations() {
  return (
    <Empty title="Ce bureau ne prend pas de réservation" way="Revenir aux offres">
      Vous pouvez choisir son offre et terminer sur son site.
    </Empty>
  );
}

export function TooManyOpen() {
  return (
    <Notice
      tone="warning"
      role="alert"
      action={
        <Link className={buttonClass({ variant: 'secondary' })} to="/voyages">
          Voir mes réservations
        </Link>
      }
    >
      {`Vous avez déjà ${MOST_OPEN} réservations en cours. Annulez-en une, ou attendez d’en avoir retiré une.`}
    </Notice>
  );
}

function Empty({ title, way, children }: { title: string; way: string; children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // focus for a page that replaced a pressed button
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  return (
    <div className={styles.page}>
      <h1 ref={heading} className={styles.title} tabIndex={-1}>
        Réserver
      </h1>
      <EmptyState
        title={title}
        action={
          <Link className={buttonClass()} to="/">
            {way}
          </Link>
        }
      >
        {children}
      </EmptyState>
    </div>
  );
}
