import styles from './Skeleton.module.css';

type Props = {
  lines: number;
  variant?: 'text' | 'list' | 'offers';
  /** place out of view, where motion would cost a phone sixty frames a second */
  isStill?: boolean;
};

export function Skeleton({ lines, variant = 'text', isStill = false }: Props) {
  return (
    <div
      className={styles.skeleton}
      data-variant={variant}
      data-still={isStill || undefined}
      aria-hidden="true"
    >
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing but their place
        <span key={line} />
      ))}
    </div>
  );
}
