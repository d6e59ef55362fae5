import type { ComponentProps } from 'react';
import styles from './Button.module.css';

type Props = ComponentProps<'button'> & { look?: 'plain' | 'quiet'; size?: 'small' | 'medium' | 'large' };

export function Button({ look = 'plain', size = 'medium', type = 'button', className, ...props }: Props) {
  return (
    <button
      type={type}
      className={[styles.button, styles[look], styles[size], className].filter(Boolean).join(' ')}
      {...props}
    />
  );
}
