import { Link } from 'react-router';
import { badgesOf } from '#domain/reservations/waiting.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { useWaiting } from '../../reservations/waiting.ts';
import { findSection, maySee } from '../../sections.ts';

const DASHBOARD = '/dashbord';

/** Shown on the rates pages, because a login leads there and not to the dashboard. */
export function WaitingOrders() {
  const user = useClientState((state) => state.user);
  const waiting = useWaiting((state) => state.waiting);
  if (!waiting || !maySee(user, findSection(DASHBOARD))) return null;
  const { dashboard } = badgesOf(waiting);
  if (dashboard === 0) return null;
  const { to_accept: accept, to_prepare: prepare, to_hand_over: handOver } = waiting;
  const parts = [
    accept > 0 ? `${accept} à accepter` : '',
    prepare > 0 ? `${prepare} à préparer` : '',
    handOver > 0 ? `${handOver} à remettre` : '',
  ].filter((part) => part !== '');
  return (
    <p>
      <Link to={DASHBOARD}>{`Sur le tableau de bord : ${parts.join(', ')}`}</Link>
    </p>
  );
}
