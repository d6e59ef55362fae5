import { useLoader } from './client-state.ts';
import styles from './LoaderBar.module.css';

/** A thin line over the page while a request is under way; it comes after a moment, and moves nothing. */
export function LoaderBar() {
  return useLoader() ? <div className={styles.bar} aria-hidden="true" /> : null;
}
