import { useState } from 'react';

type Props = { src: string; width: number; height: number; className?: string | undefined };

export function Picture(props: Props) {
  const [isMissing, setMissing] = useState(false);
  return isMissing ? null : (
    <img alt="" loading="lazy" decoding="async" {...props} onError={() => setMissing(true)} />
  );
}
