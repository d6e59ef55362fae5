import '#web/shared/base.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { ModalLayer } from '#web/shared/feedback/ModalLayer.tsx';
import { ModalFallback, showModalFallback } from './layout/ModalFallback.tsx';
import { onceIdle } from './pages/landing/lazy-part.ts';
import { router } from './routes.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html holds the root');
const app = createRoot(root);

// skeleton of index.html (web/build/prerender.ts), which stays until the whole page is there
const stop = router.subscribe(showWhenLoaded);
showWhenLoaded(router.state);

function showWhenLoaded({ initialized }: { initialized: boolean }): void {
  if (!initialized) return;
  stop();
  // transition in slices, which holds up no input
  startTransition(() => {
    app.render(
      <StrictMode>
        <RouterProvider router={router} />
        <ModalLayer router={router} whenToFetch={onceIdle} showFallback={showModalFallback} />
        <ModalFallback />
      </StrictMode>,
    );
  });
}
