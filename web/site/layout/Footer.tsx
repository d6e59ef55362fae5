import { Link } from 'react-router';
import { Brand } from '#web/shared/ui/Brand.tsx';
import styles from './Layout.module.css';

const LINKS = [
  { to: '/blog', text: 'Blog' },
  { to: '/comparateur', text: 'Comment fonctionne le comparateur' },
  { to: '/mentions-legales', text: 'Mentions légales' },
  { to: '/confidentialite', text: 'Confidentialité' },
];

export function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={styles.footerPage}>
        <div className={styles.sign}>
          <Brand />
          <p>Le juste taux, avant de partir.</p>
        </div>
        <nav aria-label="Pied de page">
          <ul className={styles.footerLinks}>
            {LINKS.map(({ to, text }) => (
              <li key={to}>
                <Link to={to}>{text}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <p className={styles.copyright}>© 2025 Parité</p>
      </div>
    </footer>
  );
}
