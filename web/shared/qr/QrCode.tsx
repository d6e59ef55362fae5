import { useMemo } from 'react';
import { encode } from 'uqr';
import styles from './QrCode.module.css';

type Props = {
  text: string;
  label: string;
};

/** Black on white in both themes, since cameras read nothing else for sure. */
export function QrCode({ text, label }: Props) {
  const { size, path } = useMemo(() => {
    const { size: side, data } = encode(text, { border: 4 });
    const modules = data.flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
    );
    return { size: side, path: modules.join('') };
  }, [text]);
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect className={styles.light} width={size} height={size} />
      <path className={styles.dark} d={path} />
    </svg>
  );
}
