import { useEffect } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';
import { showModal } from '#web/shared/feedback/modal.ts';

/**
 * Asks before what was typed is left: by a link, by the back button or with the tab. It stands in a form as long
 * as there is something to lose; `isUnsaved` is asked when one leaves, which may be before the next render.
 */
export function AskBeforeLeaving({ isUnsaved }: { isUnsaved: () => boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isUnsaved(),
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    showModal({
      type: 'confirmation',
      title: 'Quitter sans enregistrer ?',
      message: 'Ce que vous avez saisi sur cette page sera perdu.',
      buttonLabelYes: 'Quitter',
      buttonLabelNo: 'Rester',
      callbackFunc: () => blocker.proceed(),
    });
  }, [blocker]);
  useBeforeUnload((event) => {
    if (isUnsaved()) event.preventDefault();
  });
  return null;
}
