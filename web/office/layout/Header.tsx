import { Link, useNavigate } from 'react-router';
import { isAllowed } from '#domain/iam/scopes.ts';
import { formatDay, formatHour } from '#web/shared/dates.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { showModal } from '#web/shared/feedback/modal.ts';
import { Icon } from '#web/shared/ui/Icon.tsx';
import { logOut } from '../log-out.ts';
import { countUnsaved, useDrafts } from '../pages/fixings/drafts.ts';
import { dropQueuedSaves } from '../pages/fixings/save-fixing.ts';
import { grantedScopes } from '../sections.ts';
import { UserPhoto } from '../ui/UserPhoto.tsx';
import { useLostSince } from '../use-events.ts';
import styles from './Header.module.css';
import { JumpKey } from './JumpKey.tsx';

export function Header({ title }: { title: string }) {
  const user = useClientState((state) => state.user);
  const navigate = useNavigate();

  function confirmLogOut() {
    const count = countUnsaved(useDrafts.getState());
    if (count === 0) return void leave();
    showModal({
      type: 'confirmation',
      title: 'Se déconnecter sans enregistrer ?',
      message: `${count === 1 ? '1 ligne de taux n’est pas enregistrée' : `${count} lignes de taux ne sont pas enregistrées`}. Vous les retrouverez dans cet onglet à votre prochaine connexion.`,
      buttonLabelYes: 'Se déconnecter',
      buttonLabelNo: 'Rester',
      callbackFunc: leave,
    });
  }

  async function leave() {
    dropQueuedSaves();
    await logOut();
    useClientState.setState({ user: null });
    await navigate('/login');
  }

  return (
    <header className={styles.header}>
      <h1 className={styles.title} tabIndex={-1}>
        {title}
      </h1>
      <p className={styles.date}>{formatDay(new Date())}</p>
      <ConnectionLost />
      <JumpKey />
      {user ? (
        <Link className={styles.user} to="/profil">
          {isAllowed('identity.photo', grantedScopes(user)) ? (
            <UserPhoto img={user.img} size={36} className={styles.photo} />
          ) : null}
          <span className={styles.name}>
            {user.name} {user.surname}
          </span>
        </Link>
      ) : null}
      <button
        type="button"
        className={styles.logout}
        aria-label="Se déconnecter"
        title="Se déconnecter"
        onClick={confirmLogOut}
      >
        <Icon name="logout" />
      </button>
    </header>
  );
}

function ConnectionLost() {
  const since = useLostSince();
  return (
    <p className={styles.lost} role="status">
      {since ? `Liaison perdue ${formatHour(since)}, l’affichage attend` : null}
    </p>
  );
}
