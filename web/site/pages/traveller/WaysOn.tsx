import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { Button, buttonClass } from '#web/shared/ui/Button.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import type { Draft } from './draft.ts';
import styles from './Traveller.module.css';
import { type Elsewhere, findElsewhere, findWaysOn, type Refused } from './ways-on.ts';

type Props = {
  message: string;
  refused: Refused;
  now: number;
  onTake: (change: Partial<Draft>) => void;
};

/** Refusal of the last step, and what can be reserved in its place, one press each. */
export function WaysOn({ message, refused, now, onTake }: Props) {
  const ways = findWaysOn(refused, now);
  const elsewhere = useElsewhere(refused);
  return (
    <Notice tone="warning" role="alert" title={message}>
      {ways.length > 0 || elsewhere ? <p>Possible à la place&nbsp;:</p> : null}
      <div className={styles.ways}>
        {ways.map(({ label, change }) => (
          <Button key={label} variant="secondary" onClick={() => onTake(change)}>
            {label}
          </Button>
        ))}
        {elsewhere ? (
          <Link className={buttonClass({ variant: 'secondary' })} to={elsewhere.to} translate="no">
            {elsewhere.label}
          </Link>
        ) : null}
      </div>
    </Notice>
  );
}

function useElsewhere(refused: Refused): Elsewhere | null {
  const [elsewhere, setElsewhere] = useState<Elsewhere | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for what was refused
  useEffect(() => {
    const stop = new AbortController();
    findElsewhere(refused, stop.signal)
      .then(setElsewhere)
      .catch((error: unknown) => {
        // one way on of several, which may be missing
        if (!stop.signal.aborted && !(error instanceof ApiFailure)) throw error;
      });
    return () => stop.abort();
  }, [refused.branch.branch, refused.draft.pickupAt]);
  return elsewhere;
}
