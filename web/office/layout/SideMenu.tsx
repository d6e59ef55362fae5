import { useEffect, useId, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import type { Me } from '#domain/iam/me.ts';
import { badgesOf } from '#domain/reservations/waiting.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { Brand } from '#web/shared/ui/Brand.tsx';
import { Icon } from '#web/shared/ui/Icon.tsx';
import { isInBeta, useWaiting } from '../reservations/waiting.ts';
import { administration, maySee, type Section, sections } from '../sections.ts';
import styles from './SideMenu.module.css';

// spec 2: fixed, for a company without reservations
const DASHBOARD_BADGE = 8;

export function SideMenu() {
  const menuId = useId();
  const { key } = useLocation();
  // key of the page where the menu was opened: another page folds it
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isOpen = openAt === key;
  const user = useClientState((state) => state.user);
  const badges = useBadges(user);
  useEffect(() => {
    if (!isOpen) return;
    const fold = (event: KeyboardEvent) => event.key === 'Escape' && setOpenAt(null);
    addEventListener('keydown', fold);
    return () => removeEventListener('keydown', fold);
  }, [isOpen]);

  return (
    <aside className={styles.side} data-open={isOpen}>
      <div className={styles.top}>
        <Link className={styles.home} to="/">
          <Brand />
          <span className="visually-hidden">accueil</span>
        </Link>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={menuId}
          onClick={() => setOpenAt(isOpen ? null : key)}
        >
          <Icon name={isOpen ? 'close' : 'menu'} />
          Menu
        </button>
      </div>
      <nav id={menuId} className={styles.menu} aria-labelledby={`${menuId}-title`}>
        <h2 id={`${menuId}-title`} className={styles.title}>
          Rubriques
        </h2>
        <ul className={styles.entries}>
          {sections
            .filter((section) => maySee(user, section))
            .map((section) => (
              <li key={section.path}>
                <Entry section={section} badge={badges && (badges[section.path] ?? 0)} />
              </li>
            ))}
        </ul>
        {maySee(user, administration) ? (
          <div className={styles.bottom}>
            <Entry section={administration} />
          </div>
        ) : null}
      </nav>
    </aside>
  );
}

/** Last known counts by the address of their page. undefined: none is known yet. */
function useBadges(user: Me | null): Record<string, number> | undefined {
  const waiting = useWaiting((state) => state.waiting);
  const fixed = useClientState((state) => state.notifications);
  const counts = isInBeta(user) ? waiting && badgesOf(waiting) : { dashboard: DASHBOARD_BADGE, ...fixed };
  if (!counts) return undefined;
  const { dashboard, orders, reservations } = counts;
  return { '/dashbord': dashboard, '/orders': orders, '/reservations': reservations };
}

function Entry({ section: { path, title, icon }, badge }: { section: Section; badge?: number | undefined }) {
  return (
    <NavLink className={styles.entry ?? ''} to={path}>
      <Icon name={icon} />
      <span className={styles.name}>{title}</span>
      {badge === undefined ? null : (
        <span className={styles.badge} data-lit={badge > 0}>
          {badge}
          <span className="visually-hidden">{badge > 1 ? 'notifications' : 'notification'}</span>
        </span>
      )}
    </NavLink>
  );
}
