import { useState } from 'react';
import styles from './Flag.module.css';
import { imageUrl } from './images.ts';

type Props = { code: string; size?: 24 | 32; lazy?: boolean };

/** Flag of a currency, cropped to a disc. Screen readers skip it, as the code is always written beside it. */
export function Flag({ code, size = 24, lazy = false }: Props) {
  const [missing, setMissing] = useState('');
  return (
    <span className={styles.disc} data-size={size} aria-hidden="true">
      {missing === code ? null : (
        <img
          src={imageUrl('currencies', code)}
          alt=""
          width={size}
          height={size}
          loading={lazy ? 'lazy' : 'eager'}
          decoding="async"
          onError={() => setMissing(code)}
        />
      )}
    </span>
  );
}
