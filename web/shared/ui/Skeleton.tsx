import styles from './Skeleton.module.css';

type Props = {
  /** how many lines are on their way */
  lines: number;
  /** of a list, whose lines are as high as what comes; else a text */
  variant?: 'text' | 'list';
};

/** Stands where something is on its way. It says nothing itself: what waits is said beside it. */
export function Skeleton({ lines, variant = 'text' }: Props) {
  return (
    <div className={styles.skeleton} data-variant={variant} aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing but their place
        <span key={line} />
      ))}
    </div>
  );
}
