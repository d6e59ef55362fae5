import type { ComponentProps, ReactNode } from 'react';
import styles from './Notice.module.css';

type Props = Omit<ComponentProps<'div'>, 'title'> & {
  tone?: 'success' | 'info' | 'warning' | 'failure';
  title?: ReactNode;
  action?: ReactNode;
};

export function Notice({ tone = 'info', title, action, children, className = '', ...props }: Props) {
  return (
    <div className={`${styles.notice} ${className}`.trimEnd()} data-tone={tone} {...props}>
      <div className={styles.text}>
        {title ? <p className={styles.title}>{title}</p> : null}
        {typeof children === 'string' ? <p>{children}</p> : children}
      </div>
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  );
}
