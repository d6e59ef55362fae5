import styles from './Skeleton.module.css';

type Props = {
  lines: number;
  variant?: 'text' | 'list' | 'offers';
};

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
