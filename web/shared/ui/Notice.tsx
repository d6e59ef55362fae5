import type { ComponentProps, ReactNode } from 'react';
import styles from './Notice.module.css';

type Props = Omit<ComponentProps<'div'>, 'title'> & {
  /** what it is about: something went well, is to be known, is unusual, or went wrong */
  tone?: 'success' | 'info' | 'warning' | 'failure';
  title?: ReactNode;
  /** stands at its end */
  action?: ReactNode;
};

/** A sentence or two set apart from what surrounds them. What comes while one looks says so by its `role`. */
export function Notice({ tone = 'info', title, action, children, className = '', ...props }: Props) {
  return (
    <div className={`${styles.notice} ${className}`.trimEnd()} data-tone={tone} {...props}>
      <div className={styles.text}>
        {title ? <p className={styles.title}>{title}</p> : null}
        {children}
      </div>
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  );
}
