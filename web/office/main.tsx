import '#web/shared/base.css';
import './office.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
// before a network is lost
import '#web/shared/api/write.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { ModalLayer } from '#web/shared/feedback/ModalLayer.tsx';
import type { ModalProperties } from '#web/shared/feedback/modal-properties.ts';
import { followSkipLink } from '#web/shared/skip-link.ts';
import { announceFailure, leaveAnnouncement } from './announce.ts';
import { Announcement } from './layout/Announcement.tsx';
import { VerifyAgain } from './layout/VerifyAgain.tsx';
import { finishLogOut } from './log-out.ts';
import { warnBeforeLeaving } from './pages/fixings/drafts.ts';
import { router } from './routes.tsx';
import { showSlashKey } from './slash-key.ts';

// Safari has no requestIdleCallback
const whenIdle = window.requestIdleCallback ?? setTimeout;

// logout lost in another tab, or before a reload
void finishLogOut().catch(() => undefined);
warnBeforeLeaving();
followSkipLink();
showSlashKey();
clearAnnouncementsOnLeaving();
const root = document.getElementById('root');
if (!root) throw new Error('index.html holds the root');
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
    <ModalLayer router={router} whenToFetch={onFirstPage} showFallback={announceWithoutModal} />
    <VerifyAgain />
    <Announcement />
  </StrictMode>,
);

function clearAnnouncementsOnLeaving(): void {
  let shown = router.state.location.pathname;
  router.subscribe(({ location: { pathname } }) => {
    if (pathname === shown) return;
    shown = pathname;
    leaveAnnouncement(pathname);
  });
}

function onFirstPage(act: () => void): () => void {
  const stop = useClientState.subscribe(({ activePage }) => {
    if (activePage === '') return;
    stop();
    whenIdle(act);
  });
  return stop;
}

function announceWithoutModal({ type, title, message, http_code = 0, callbackFunc }: ModalProperties): void {
  if (type === 'error' || type === 'information') {
    announceFailure(`${title} : ${message}`);
    callbackFunc?.(http_code, router);
  } else {
    announceFailure(
      `«\u00a0${title}\u00a0» n’a pas pu s’ouvrir. Vérifiez votre connexion, puis recommencez.`,
    );
  }
}
