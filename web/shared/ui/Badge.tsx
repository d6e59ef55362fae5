import styles from './Badge.module.css';

/** What a state means to the one who reads a list: all is well, something is awaited, something stands still. */
type Tone = 'good' | 'awaited' | 'stopped' | 'neutral';

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: string }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  );
}
