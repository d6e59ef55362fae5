import { useState } from 'react';

type Props = { src: string; width: number; height: number; className?: string | undefined };

/** Decoration that keeps its place while it loads, and leaves it on a failure. */
export function Picture(props: Props) {
  const [isMissing, setMissing] = useState(false);
  return isMissing ? null : (
    <img alt="" loading="lazy" decoding="async" {...props} onError={() => setMissing(true)} />
  );
}
