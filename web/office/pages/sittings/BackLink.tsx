import { Link } from 'react-router';
import { Icon } from '../../ui/Icon.tsx';
import styles from './BackLink.module.css';

/** Leads from a page of its own back to the list that it came from. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link className={styles.back} to={to}>
      <Icon name="back" />
      {children}
    </Link>
  );
}
