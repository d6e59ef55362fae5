import type { ComponentProps } from 'react';
import styles from './Button.module.css';

export type ButtonProps = {
  variant?: 'primary' | 'secondary' | 'danger' | undefined;
  size?: 'small' | 'medium' | 'large' | undefined;
};

export function buttonClass({ variant = 'primary', size = 'medium' }: ButtonProps = {}): string {
  return [styles.button, styles[variant], styles[size]].filter(Boolean).join(' ');
}

export function Button({
  variant,
  size,
  type = 'button',
  className = '',
  ...props
}: ComponentProps<'button'> & ButtonProps) {
  return (
    <button type={type} className={`${buttonClass({ variant, size })} ${className}`.trimEnd()} {...props} />
  );
}
