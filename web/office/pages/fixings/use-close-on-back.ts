import { useCallback, useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { clearModal } from '#web/shared/feedback/modal.ts';
import { closeRowMenu, useSheet } from './sheet-state.ts';

/** The browser's Back closes what lies over the grid before it leaves the page. */
export function useCloseOnBack(isReviewing: boolean, closeReview: () => void): void {
  const review = useRef({ isReviewing, closeReview });
  useEffect(() => {
    review.current = { isReviewing, closeReview };
  });
  const blocker = useBlocker(
    useCallback(
      ({ historyAction }) =>
        historyAction === 'POP' &&
        // an address that was typed is no way back
        typeof window.history.state?.idx === 'number' &&
        (review.current.isReviewing || useSheet.getState().menu !== null || hasQuestion()),
      [],
    ),
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    blocker.reset();
    if (hasQuestion()) clearModal();
    else if (review.current.isReviewing) review.current.closeReview();
    else closeRowMenu();
  }, [blocker]);
}

/** A modal that changes nothing when it is closed. */
function hasQuestion(): boolean {
  const [modal] = useClientState.getState().modals;
  return (
    modal !== undefined && (modal.type !== 'information' || !modal.callbackFunc) && modal.type !== 'error'
  );
}
