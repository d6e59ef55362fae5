import '#web/shared/base.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { ModalLayer } from '#web/shared/feedback/ModalLayer.tsx';
import { LostModal, sayOnPage } from './layout/LostModal.tsx';
import { onceAtRest } from './pages/landing/later.ts';
import { router } from './routes.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html holds the root');
const app = createRoot(root);

// the skeleton that index.html holds (web/build/prerender.ts) stays until the page is there, whole
const stop = router.subscribe(showWhenLoaded);
showWhenLoaded(router.state);

function showWhenLoaded({ initialized }: { initialized: boolean }): void {
  if (!initialized) return;
  stop();
  // drawn in slices: what a person does meanwhile is not held up
  startTransition(() => {
    app.render(
      <StrictMode>
        <RouterProvider router={router} />
        <ModalLayer router={router} whenToFetch={onceAtRest} sayWithout={sayOnPage} />
        <LostModal />
      </StrictMode>,
    );
  });
}
