import { useState } from 'react';
import { imageUrl } from './images.ts';
import styles from './Logo.module.css';

/** Logo of a company, at most 150 by 80 pixels (spec 9), or its initials. */
export function Logo({ logo, name }: { logo: string; name: string }) {
  const [missing, setMissing] = useState('');
  return (
    <span className={styles.frame} aria-hidden="true">
      {missing === logo ? (
        <span className={styles.initials}>{initials(name)}</span>
      ) : (
        <img
          className={styles.logo}
          src={imageUrl('companies', logo)}
          alt=""
          width={150}
          height={80}
          loading="lazy"
          decoding="async"
          onError={() => setMissing(logo)}
        />
      )}
    </span>
  );
}

function initials(name: string): string {
  const words = name.split(/[\s’'-]+/).filter((word) => /^\p{Lu}/u.test(word));
  return words
    .slice(0, 2)
    .map((word) => word[0])
    .join('');
}
