import styles from './Badge.module.css';

type Tone = 'success' | 'warning' | 'failure' | 'partner' | 'later' | 'neutral';

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: string }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  );
}
