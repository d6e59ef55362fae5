import { Link } from 'react-router';
import styles from './BackLink.module.css';
import { Icon } from './Icon.tsx';

/** Leads from a page of its own back to the list that it came from. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link className={styles.back} to={to}>
      <Icon name="back" />
      {children}
    </Link>
  );
}
