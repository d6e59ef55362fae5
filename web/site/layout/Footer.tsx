import { Brand } from '#web/shared/ui/Brand.tsx';
import styles from './Layout.module.css';

export function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={styles.footerLine}>
        <Brand />
        <p>Le juste taux, avant de partir.</p>
        <p className={styles.copyright}>© 2025 Parité</p>
      </div>
    </footer>
  );
}
