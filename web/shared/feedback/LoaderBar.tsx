import { useLoader } from './client-state.ts';
import styles from './LoaderBar.module.css';

export function LoaderBar() {
  return useLoader() ? <div className={styles.bar} aria-hidden="true" /> : null;
}
