import type { ReactNode } from 'react';
import { formatBring } from '#domain/reservations/bring.ts';
import { calendarOf } from '#domain/reservations/calendar.ts';
import { formatComingMoment } from '#domain/reservations/format-moment.ts';
import type { Reservation } from '#domain/reservations/reservation.ts';
import { type ReservationState, reservationStates } from '#domain/reservations/states.ts';
import { QrCode } from '#web/shared/qr/QrCode.tsx';
import { Button, buttonClass } from '#web/shared/ui/Button.tsx';
import { Logo } from '#web/shared/ui/Logo.tsx';
import styles from './Ticket.module.css';

type Props = {
  one: Reservation;
  code: string;
  // act that gave the state; '': none
  since: string;
  // formatted amounts
  received: string;
  given: string;
  hour: ReactNode;
  place: ReactNode;
};

// Ticket of an open reservation, which is printed alone. Until the bureau accepts it, it looks unfinished.
export function Ticket({ one, code, since, received, given, hour, place }: Props) {
  const { state, company, number, due_at, held_until, time_zone } = one;
  const isAsked = state === 'requested';
  const moment = (at: string) => formatComingMoment(at, time_zone);
  return (
    <section className={styles.ticket} data-asked={isAsked} aria-label="Votre ticket de retrait">
      <p className={styles.state}>
        {isAsked || since === '' ? (
          <strong>{reservationStates[state as ReservationState]}</strong>
        ) : (
          <span>{since}</span>
        )}
        {isAsked ? <span>{`réponse au plus tard ${moment(due_at)}`}</span> : null}
      </p>
      <div className={styles.body}>
        <div className={styles.company}>
          <Logo logo={company.logo} name={company.name} />
          <p>
            <strong translate="no">{company.name}</strong>
            <span className={styles.soft}>{`Réservation n°\u00a0${number}`}</span>
          </p>
        </div>
        <div>
          <p className={styles.soft}>Votre code, à montrer au guichet</p>
          <p className={styles.letters} translate="no">
            {code}
          </p>
        </div>
        <dl className={styles.facts}>
          <div>
            <dt>Quand</dt>
            <dd>{hour}</dd>
          </div>
          <div>
            <dt>Où</dt>
            <dd>{place}</dd>
          </div>
          <div>
            <dt>Vous recevez</dt>
            <dd className={styles.amount} translate="no">
              {received}
            </dd>
          </div>
          <div>
            <dt>Vous donnez</dt>
            <dd translate="no">{given}</dd>
          </div>
        </dl>
        <div className={styles.qr}>
          <QrCode text={code} label="Code QR de votre code de réservation, écrit ci-dessus" />
        </div>
        <div className={styles.bring}>
          <h2>À apporter</h2>
          <ul>
            {formatBring(one).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <p className={styles.soft}>{`Taux garanti jusqu’au ${moment(held_until)}.`}</p>
        </div>
      </div>
      <p className={styles.acts}>
        <Agenda of={one} />
        <Button variant="secondary" size="small" onClick={() => print()}>
          Imprimer
        </Button>
      </p>
    </section>
  );
}

function Agenda({ of: one }: { of: Reservation }) {
  const url = `${location.origin}/#/voyages/${one.id}`;
  const href = `data:text/calendar;charset=utf-8,${encodeURIComponent(calendarOf(one, url))}`;
  return (
    <a
      className={buttonClass({ variant: 'secondary', size: 'small' })}
      href={href}
      download={`parite-${one.number}.ics`}
    >
      Ajouter à mon agenda
    </a>
  );
}
