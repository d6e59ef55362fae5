import type { ComponentProps, ReactNode } from 'react';
import styles from './TextInput.module.css';

type Frame = {
  size?: 'small' | 'medium';
  className?: string | undefined;
};
type InputProps = Omit<ComponentProps<'input'>, 'size' | 'className'> &
  Frame & {
    before?: ReactNode;
    after?: ReactNode;
  };

export function TextInput({ size, className, before, after, ...props }: InputProps) {
  return (
    <span className={frameClass(size, className)}>
      {before}
      <input className={styles.control} type="text" {...props} />
      {after}
    </span>
  );
}

export function TextArea({ className, ...props }: ComponentProps<'textarea'>) {
  return (
    <span className={frameClass('medium', className)}>
      <textarea className={styles.control} {...props} />
    </span>
  );
}

type SelectProps = Omit<ComponentProps<'select'>, 'size' | 'className'> & Frame;

export function Select({ size, className, ...props }: SelectProps) {
  return (
    <span className={frameClass(size, className)}>
      <select className={styles.control} {...props} />
      <svg className={styles.chevron} viewBox="0 0 12 8" width="12" height="8" aria-hidden="true">
        <path d="m1.500 1.500 4.500 4.500 4.500-4.500" />
      </svg>
    </span>
  );
}

function frameClass(size: Frame['size'], className = ''): string {
  return [styles.frame, size === 'small' && styles.small, className].filter(Boolean).join(' ');
}
