import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { clearModal } from '#web/shared/feedback/modal.ts';
import { closeRowMenu, useSheet } from './sheet-state.ts';

type Props = { isReviewing: boolean; onCloseReview: () => void };

/** The browser's Back closes what lies over the grid before it leaves the page. */
export function CloseOnBack({ isReviewing, onCloseReview }: Props) {
  const isMenuOpen = useSheet(({ menu }) => menu !== null);
  const isAsked = useClientState(({ modals }) => modals.length > 0);
  // a router that blocks nothing warns of typed addresses
  if (!isReviewing && !isMenuOpen && !isAsked) return null;
  return <Blocker isReviewing={isReviewing} onCloseReview={onCloseReview} />;
}

function Blocker({ isReviewing, onCloseReview }: Props) {
  const blocker = useBlocker(
    ({ historyAction }) =>
      historyAction === 'POP' && (isReviewing || useSheet.getState().menu !== null || hasQuestion()),
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    blocker.reset();
    if (hasQuestion()) clearModal();
    else if (isReviewing) onCloseReview();
    else closeRowMenu();
  }, [blocker, isReviewing, onCloseReview]);
  return null;
}

/** A modal that changes nothing when it is closed. */
function hasQuestion(): boolean {
  const [modal] = useClientState.getState().modals;
  return (
    modal !== undefined && (modal.type !== 'information' || !modal.callbackFunc) && modal.type !== 'error'
  );
}
