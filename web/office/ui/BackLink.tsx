import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '#web/shared/ui/Icon.tsx';
import styles from './BackLink.module.css';

type Props = {
  to: string;
  title: string;
  children?: ReactNode;
};

export function BackLink({ to, title, children }: Props) {
  const link = (
    <Link className={styles.back} to={to}>
      <Icon name="back" />
      {title}
    </Link>
  );
  return children ? (
    <div className={styles.line}>
      {link}
      {children}
    </div>
  ) : (
    link
  );
}
