import { formatComingMoment } from '#domain/reservations/format-moment.ts';
import type { Reservation } from '#domain/reservations/reservation.ts';
import { formatStopped } from '#domain/reservations/words.ts';
import { Notice } from '#web/shared/ui/Notice.tsx';
import styles from './Traveller.module.css';

type Changed = Pick<Reservation, 'closed_then' | 'company_suspended' | 'rate_suspended'>;

export function hasChangeNotice({ closed_then, company_suspended, rate_suspended }: Changed): boolean {
  return closed_then || company_suspended || rate_suspended;
}

export function ChangeNotices({ one, hasOtherBranches }: { one: Reservation; hasOtherBranches: boolean }) {
  const { closed_then, company_suspended, rate_suspended, company } = one;
  return (
    <>
      {company_suspended ? (
        <Notice tone="warning" title={`Parité a suspendu ${company.name}`} className={styles.said}>
          Ce bureau ne prend plus de réservation pour le moment. La vôtre n’est pas annulée. Appelez-le avant
          de venir, ou annulez gratuitement et comparez à nouveau.
        </Notice>
      ) : null}
      {closed_then ? (
        <Notice tone="warning" title="Le guichet sera fermé à cette heure" className={styles.said}>
          {formatWaysOut(one, hasOtherBranches)}
        </Notice>
      ) : null}
      {rate_suspended && !company_suspended && !closed_then ? (
        <Notice title={`${company.name} ${formatStopped(one)}`} className={styles.said}>
          {formatStays(one)}
        </Notice>
      ) : null}
    </>
  );
}

function formatWaysOut({ company_suspended }: Reservation, hasOtherBranches: boolean): string {
  if (company_suspended) return 'Ne venez pas à cette heure.';
  const branch = hasOtherBranches ? ', une autre agence' : '';
  return `Choisissez une autre heure${branch} ou annulez gratuitement.`;
}

function formatStays({ state, due_at, time_zone }: Reservation): string {
  return state === 'requested'
    ? `Votre demande est maintenue, au même taux. Le bureau vous répond au plus tard ${formatComingMoment(due_at, time_zone)}. Vous n’avez rien à faire.`
    : 'Votre réservation est maintenue. Le bureau vous doit ce montant, au taux convenu. Vous n’avez rien à faire.';
}
