import '#web/shared/base.css';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { ModalLayer } from '#web/shared/feedback/ModalLayer.tsx';
import { ModalFallback, showModalFallback } from './layout/ModalFallback.tsx';
import { onceIdle } from './pages/landing/lazy-part.ts';
import { router, served } from './routes.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('the document holds the root');
const application = (
  <StrictMode>
    <RouterProvider router={router} />
    <ModalLayer router={router} whenToFetch={onceIdle} showFallback={showModalFallback} />
    <ModalFallback />
  </StrictMode>
);

// page of the server, which stays until the whole of another is there
const stop = router.subscribe(showWhenLoaded);
showWhenLoaded(router.state);

function showWhenLoaded({ initialized }: { initialized: boolean }): void {
  if (!initialized || !root) return;
  stop();
  // transition in slices, which holds up no input
  startTransition(() => {
    // a comparison of the address is none of the server's page
    if (served && !location.hash.includes('?')) hydrateRoot(root, application);
    else createRoot(root).render(application);
  });
}
