import { useRef, useState } from 'react';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { showFailure } from '#web/shared/feedback/failure.ts';

/**
 * Runs one act at a time and returns its failure for display beside the button. Expired sessions and lost
 * answers are shown elsewhere (spec 8).
 */
export function useAct<A extends unknown[]>(act: (...args: A) => Promise<unknown>) {
  const [failure, setFailure] = useState('');
  const [isActing, setActing] = useState(false);
  // a second press may come before the first is drawn
  const isUnderWay = useRef(false);

  async function run(...args: A): Promise<void> {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setActing(true);
    setFailure('');
    try {
      await act(...args);
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status === 401) showFailure(error);
      else setFailure(error.message);
    } finally {
      isUnderWay.current = false;
      setActing(false);
    }
  }

  return { failure, isActing, act: (...args: A) => void run(...args) };
}
