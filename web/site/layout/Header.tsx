import { Link, NavLink } from 'react-router';
import { Brand } from '#web/shared/ui/Brand.tsx';
import styles from './Layout.module.css';
import { ScrollLink } from './ScrollLink.tsx';

export function Header() {
  return (
    <header className={styles.header}>
      <Link className={styles.home} to="/">
        <Brand />
        <span className="visually-hidden">, accueil</span>
      </Link>
      <nav className={styles.nav} aria-label="Principale">
        <NavLink className={styles.navLink ?? ''} to="/comparateur">
          Comment ça marche
        </NavLink>
        <NavLink className={styles.navLink ?? ''} to="/blog">
          Blog
        </NavLink>
      </nav>
      <ScrollLink className={styles.demo} section="comparateur">
        Réserver une démo
      </ScrollLink>
    </header>
  );
}
