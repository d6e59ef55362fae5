import { Link } from 'react-router';
import { centsOf } from '#domain/money/cents.ts';
import { asHandedOver } from '#domain/reservations/applied.ts';
import { comparisonPath } from '#domain/reservations/comparison-path.ts';
import { formatComingMoment } from '#domain/reservations/format-moment.ts';
import type { Reservation } from '#domain/reservations/reservation.ts';
import { isOpen, type ReservationState, reservationStates } from '#domain/reservations/states.ts';
import { Badge } from '#web/shared/ui/Badge.tsx';
import { buttonClass } from '#web/shared/ui/Button.tsx';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { formatInNotes, sidesOf, toneOf } from './format.ts';
import type { OwnReservations } from './load.ts';
import { SignedOut } from './SignedOut.tsx';
import styles from './Traveller.module.css';

export function ReservationsPage({ data }: { data: OwnReservations }) {
  if (!data) return <SignedOut title="Mes voyages" />;
  const open = data.filter(({ state }) => isOpen(state as ReservationState));
  const over = data.filter(({ state }) => !isOpen(state as ReservationState));
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>Mes voyages</h1>
      {data.length === 0 ? (
        <EmptyState
          title="Vous n’avez rien réservé"
          action={
            <Link className={buttonClass()} to="/">
              Comparer les offres
            </Link>
          }
        >
          Comparez les offres, puis choisissez « Réserver ».
        </EmptyState>
      ) : null}
      <Part title="En cours" of={open} />
      <Part title="Terminées" of={over} />
      <p className={styles.ways}>
        <Link className={buttonClass({ variant: 'secondary' })} to="/compte">
          Mon compte
        </Link>
      </p>
    </div>
  );
}

function hasFailed({ state }: Reservation): boolean {
  return !isOpen(state as ReservationState) && state !== 'collected';
}

function Part({ title, of: reservations }: { title: string; of: readonly Reservation[] }) {
  if (reservations.length === 0) return null;
  return (
    <section>
      <h2 className={styles.part}>{title}</h2>
      <ul className={styles.cards}>
        {reservations.map((reservation) => {
          const { receivedCurrency } = sidesOf(reservation.side, reservation.base, reservation.currency);
          return (
            <li key={reservation.id} className={styles.card}>
              <p>
                <Badge tone={toneOf(reservation.state)}>
                  {reservationStates[reservation.state as ReservationState]}
                </Badge>{' '}
                {reservation.company_suspended ? <Badge tone="warning">Bureau suspendu</Badge> : null}{' '}
                {reservation.closed_then ? <Badge tone="warning">Guichet fermé à cette heure</Badge> : null}
              </p>
              <p className={styles.figure}>
                {formatInNotes(
                  reservation.base,
                  receivedCurrency,
                  centsOf(asHandedOver(reservation).handed_over) ?? 0,
                )}
              </p>
              <p>
                <Link to={`/voyages/${reservation.id}`}>
                  {`${reservation.company.name}, ${formatComingMoment(reservation.pickup_at, reservation.time_zone)}`}
                </Link>
              </p>
              <p className={styles.note}>{`Réservation n°\u00a0${reservation.number}`}</p>
              {hasFailed(reservation) ? (
                <p className={styles.links}>
                  <Link
                    to={comparisonPath(reservation)}
                    aria-label={`Comparer à nouveau, réservation n°\u00a0${reservation.number}`}
                  >
                    Comparer à nouveau
                  </Link>
                </p>
              ) : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
